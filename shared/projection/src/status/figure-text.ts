import type { TopicPartition } from '../log/source.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** In the largest unit that is not below two. */
export function ageText(milliseconds: number): string {
  if (milliseconds < 2 * MINUTE) return `${Math.max(0, Math.round(milliseconds / SECOND))} s`;
  if (milliseconds < 2 * HOUR) return `${Math.round(milliseconds / MINUTE)} min`;
  if (milliseconds < 48 * HOUR) return `${Math.round(milliseconds / HOUR)} h`;
  return `${Math.round(milliseconds / (24 * HOUR))} days`;
}

/** In UTC, to the millisecond. */
export function isoText(instant: number): string {
  return new Date(instant).toISOString();
}

/** `03:12 UTC`, with the date when it is another day than `now`. */
export function instantText(instant: number, now: number): string {
  const text = new Date(instant).toISOString();
  const day = new Date(now).toISOString().slice(0, 10) === text.slice(0, 10) ? '' : `${text.slice(0, 10)} `;
  return `${day}${text.slice(11, 16)} UTC`;
}

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

export function plural(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Of records that cannot be read yet: the transaction of the first of them is open. */
export function undecidedText({ topic, partition }: TopicPartition, records: number): string {
  const waiting = records === 1 ? '1 record waits' : `${records} records wait`;
  return `${topic}:${partition}: ${waiting} for the end of a transaction`;
}
