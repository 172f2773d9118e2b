import { isoText } from '@fundlens/projection/status/figure-text';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { table } from '../table.ts';

export function deadLettersText(deadLetters: readonly DeadLetter[], total: number): string {
  if (deadLetters.length === 0) return 'No dead letters.';
  const rows = deadLetters.map((deadLetter) => [
    deadLetter._id,
    deadLetter.status,
    deadLetter.reason,
    deadLetter.field ?? '',
    deadLetter.eventType ?? '',
    entityText(deadLetter),
    deadLetter.blocks === undefined ? '' : 'blocks',
    String(deadLetter.attempts),
  ]);
  const head = ['id', 'status', 'reason', 'field', 'event', 'about', '', 'attempts'];
  const more = total > deadLetters.length ? [`… ${total - deadLetters.length} more: --limit`] : [];
  return [...table(head, rows), ...more].join('\n');
}

/** @param payload null: not to be shown, or there is none */
export function deadLetterText(deadLetter: Omit<DeadLetter, 'payload'>, payload: string | null): string {
  const { _id, status, reason, rule, field, eventType, eventId, blocks, attempts, resolution } = deadLetter;
  const rows = [
    ['status', status],
    ['reason', `${reason}: ${rule}`],
    ['field', field ?? '-'],
    ['event', eventType ?? 'not known'],
    ['event id', eventId ?? 'not known'],
    ['about', entityText(deadLetter) || 'not shown'],
    ['blocks', blocks ?? 'nothing'],
    ['taken by the log', isoText(deadLetter.receivedAt)],
    ['occurred', deadLetter.occurredAt === null ? 'not known' : isoText(deadLetter.occurredAt)],
    ['attempts', `${attempts}, the last at ${isoText(deadLetter.lastAttemptAt)}`],
  ];
  if (resolution !== undefined) rows.push([status, `${isoText(resolution.at)} by ${resolution.by}`]);
  if (resolution?.because) rows.push(['because', resolution.because]);
  if (payload !== null) rows.push(['payload', payload]);
  return table(['id', _id], rows).join('\n');
}

function entityText({ entity }: Pick<DeadLetter, 'entity'>): string {
  return entity === null ? '' : `${entity.entity}:${entity.scope}:${entity.ids.join(':')}`;
}
