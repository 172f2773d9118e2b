import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { table } from '../table.ts';

export function lettersText(letters: readonly DeadLetter[], total: number): string {
  if (letters.length === 0) return 'No dead letters.';
  const rows = letters.map((letter) => [
    letter._id,
    letter.status,
    letter.reason,
    letter.field ?? '',
    letter.eventType ?? '',
    entityText(letter),
    letter.blocks === undefined ? '' : 'blocks',
    String(letter.attempts),
  ]);
  const head = ['id', 'status', 'reason', 'field', 'event', 'about', '', 'attempts'];
  const more = total > letters.length ? [`… ${total - letters.length} more: --limit`] : [];
  return [...table(head, rows), ...more].join('\n');
}

/** @param payload null: not to be shown, or there is none */
export function letterText(letter: Omit<DeadLetter, 'payload'>, payload: string | null): string {
  const { _id, status, reason, rule, field, eventType, blocks, attempts, resolution } = letter;
  const rows = [
    ['id', _id],
    ['status', status],
    ['reason', `${reason}: ${rule}`],
    ['field', field ?? '-'],
    ['event', eventType ?? 'not known'],
    ['about', entityText(letter) || 'not shown'],
    ['blocks', blocks ?? 'nothing'],
    ['taken by the log', instant(letter.receivedAt)],
    ['occurred', letter.occurredAt === null ? 'not known' : instant(letter.occurredAt)],
    ['attempts', `${attempts}, the last at ${instant(letter.lastAttemptAt)}`],
  ];
  if (resolution !== undefined) rows.push([status, `${instant(resolution.at)} by ${resolution.by}`]);
  if (resolution?.because) rows.push(['because', resolution.because]);
  if (payload !== null) rows.push(['payload', payload]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

function entityText({ entity }: Pick<DeadLetter, 'entity'>): string {
  return entity === null ? '' : `${entity.entity}:${entity.scope}:${entity.ids.join(':')}`;
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
