import { ageText } from '@fundlens/projection/status/figure-text';
import type { PartitionFigures, Status } from '@fundlens/projection/status/status';
import { undecidedText } from '@fundlens/projection/log/undecided';
import { table } from '../table.ts';
import type { ProjectorAnswer } from './projector-answer.ts';

/** The stored state and what the projectors say that were asked. */
export type AskedStatus = Status & { readonly projectors: readonly ProjectorAnswer[] };

/** The status as text. */
export function statusText(status: AskedStatus): string {
  const { askedAt, asOf, partitions, deadLetters, blocking, dashboards, staleViews, generations, projectors } = status;
  const lines = [
    `As of      ${asOf === null ? 'not known: see trouble below' : `${iso(asOf)} (${ageText(askedAt - asOf)} ago)`}`,
    `Lag        ${partitions.reduce((sum, { lag }) => sum + lag, 0)} records`,
    `Dashboards ${backlogText(dashboards, askedAt, 'changed documents wait')}`,
    ...(staleViews === 0 ? [] : [`Views      ${staleViews} documents of an earlier build are rendered anew`]),
    '',
    ...table(
      ['topic', 'partition', 'next', 'end', 'lag', 'as of', 'projector', 'trouble'],
      partitions.map((found) => partitionRow(found, askedAt)),
    ),
    ...partitions.flatMap((found) => (found.undecided === 0 ? [] : [`${undecidedText(found, found.undecided)}.`])),
    '',
    ...(deadLetters.length === 0
      ? ['No dead letters.']
      : table(
          ['dead letters', 'reason', 'count'],
          deadLetters.map(({ status: state, reason, count }) => [state, reason, String(count)]),
        )),
    ...(blocking === 0 ? [] : [`${blocking} of the open ones keep a credential, company or location out of the API.`]),
    '',
    `Readers use generation ${generations.active}; there are ${generations.generations.map(({ number }) => number).join(', ')}: see generations.`,
  ];
  for (const { url, state, groups, troubles } of projectors) {
    const takes = groups.length === 0 ? '' : `, takes ${groups.join(' and ')}`;
    lines.push('', `Projector ${url}: ${state.replace('_', ' ')}${takes}`);
    for (const [part, said] of Object.entries(troubles)) lines.push(`  ${part}: ${said}`);
  }
  return lines.join('\n');
}

function partitionRow(figures: PartitionFigures, askedAt: number): string[] {
  const { topic, partition, nextOffset, end, lag, asOf, projector, trouble } = figures;
  const known = asOf === null ? '-' : `${ageText(askedAt - asOf)} ago`;
  const reason = projector === null || projector.reason === null ? '' : projector.reason;
  const why = trouble === 'stopped' || trouble === 'paused' ? `${trouble}: ${reason}` : (trouble ?? '');
  const counts = [String(nextOffset ?? '-'), String(end), String(lag)];
  return [topic, String(partition), ...counts, known, projectorText(projector, askedAt), why];
}

function projectorText(projector: PartitionFigures['projector'], askedAt: number): string {
  if (projector === null) return '-';
  const { status, since, owner, seenAt } = projector;
  return `${owner} ${status} for ${ageText(seenAt - since)}, seen ${ageText(askedAt - seenAt)} ago`;
}

function backlogText({ documents, dirtySince }: Status['dashboards'], askedAt: number, what: string): string {
  if (documents === 0) return 'up to date';
  return `${documents} ${what}${dirtySince === null ? '' : `, the oldest for ${ageText(askedAt - dirtySince)}`}`;
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
