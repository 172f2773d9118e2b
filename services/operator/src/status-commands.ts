import { ageText, isoText, undecidedText } from '@fundlens/projection/status/figure-text';
import { needsAttention, type PartitionFigures, type Status } from '@fundlens/projection/status/status';
import type { Command } from 'commander';
import type { Perform } from './command-context.ts';
import { EXIT } from '@fundlens/runtime/run-command';
import { table } from './table.ts';

export function addStatus(program: Command, perform: Perform): void {
  program
    .command('status')
    .description('lag, freshness, what stopped and why, dead letters, dashboards, generations')
    .action(
      perform(async ({ system, terminal }) => {
        const { readStatus } = await import('@fundlens/projection/status/status-store');
        const found = await readStatus(system);
        terminal.result(found, statusText(found));
        return needsAttention(found) ? EXIT.attention : EXIT.done;
      }),
    );
}

function statusText(status: Status): string {
  const { askedAt, asOf, partitions, deadLetters, blocking, dashboards, staleViews, erasuresPending, generations } =
    status;
  return [
    `As of      ${asOf === null ? 'not known: see trouble below' : `${isoText(asOf)} (${ageText(askedAt - asOf)} ago)`}`,
    `Lag        ${partitions.reduce((sum, { lag }) => sum + lag, 0)} records`,
    `Dashboards ${backlogText(dashboards, askedAt)}`,
    ...(erasuresPending === 0 ? [] : [`Erasures   ${erasuresPending} are not complete: erase --pending`]),
    ...(staleViews === 0 ? [] : [`Views      ${staleViews} documents of an earlier build are rendered anew`]),
    '',
    ...table(
      ['topic', 'partition', 'next', 'end', 'lag', 'as of', 'projector', 'trouble'],
      partitions.map((found) => partitionRow(found, askedAt)),
    ),
    ...partitions.flatMap((found) => (found.undecided === 0 ? [] : [`${undecidedText(found, found.undecided)}.`])),
    '',
    ...(deadLetters.length === 0
      ? ['No open dead letters.']
      : table(
          ['open dead letters', 'count', ''],
          deadLetters.map(({ reason, count, blocks }) => [reason, String(count), blocks ? 'of access' : '']),
        )),
    ...(blocking === 0 ? [] : [`${blocking} of them keep a credential, company or location out of the API.`]),
    '',
    `Generations: ${generations.generations.map(({ number }) => number).join(', ')}. Readers use ${generations.active}.`,
  ].join('\n');
}

function partitionRow(figures: PartitionFigures, askedAt: number): string[] {
  const { topic, partition, nextOffset, end, lag, asOf, projector, trouble } = figures;
  const known = asOf === null ? '-' : `${ageText(askedAt - asOf)} ago`;
  const why =
    trouble === 'stopped' || trouble === 'paused' ? `${trouble}: ${projector?.reason ?? ''}` : (trouble ?? '');
  const counts = [String(nextOffset ?? '-'), String(end), String(lag)];
  return [topic, String(partition), ...counts, known, projectorText(projector, askedAt), why];
}

function projectorText(projector: PartitionFigures['projector'], askedAt: number): string {
  if (projector === null) return '-';
  const { status, since, owner, seenAt } = projector;
  return `${owner} ${status} for ${ageText(seenAt - since)}, seen ${ageText(askedAt - seenAt)} ago`;
}

function backlogText({ documents, dirtySince }: Status['dashboards'], askedAt: number): string {
  if (documents === 0) return 'up to date';
  const since = dirtySince === null ? '' : `, the oldest for ${ageText(askedAt - dirtySince)}`;
  return `${documents} changed documents wait${since}`;
}
