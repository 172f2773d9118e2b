import type { EventIssue } from '../validation.ts';
import { type Position, positionText } from './positions.ts';

export type PublishReport = ReturnType<typeof createPublishReport>;

/** More lines than an operator reads in a terminal; all are counted. */
const MAX_LISTED = 100;
/** As many positions as the query service takes in one request. */
const MAX_IN_HEADER = 64;

/** What people are told of a run: memory does not grow with the number of lines. */
export function createPublishReport({ keepGoing }: { readonly keepGoing: boolean }) {
  const listed: string[] = [];
  const last = new Map<string, Position>();
  let [refused, listedLines, published, publishedUpTo] = [0, 0, 0, 0];
  /** Nothing more is sent. */
  const isStopped = () => refused > 0 && !keepGoing;
  return {
    isStopped,
    refuse({ number, issues }: { readonly number: number; readonly issues: readonly EventIssue[] }): void {
      refused += 1;
      if (listedLines >= MAX_LISTED) return;
      listedLines += 1;
      listed.push(...issues.map(({ field, rule }) => `  line ${number}: ${field === '' ? '' : `${field}: `}${rule}`));
    },
    refused: () => refused,
    /** Kafka has stored what is good of the input up to the line. */
    publish(upToLine: number, positions: readonly Position[]): void {
      published += positions.length;
      publishedUpTo = upToLine;
      for (const position of positions) last.set(`${position.topic}/${position.partition}`, position);
    },
    refusedLines(): string[] {
      if (refused === 0) return [];
      const more = refused > listedLines ? [`  … and ${plural(refused - listedLines, 'more line')}`] : [];
      return [`Refused: ${plural(refused, 'line')}`, ...listed, ...more];
    },
    /** @param isWhole whether the input was read to its end */
    publishedLines(isWhole: boolean): string[] {
      const isPart = !isWhole || isStopped();
      const nothing = isWhole ? 'Nothing was published.' : 'Nothing is known to be published.';
      const of = refused > 0 ? `, refused ${plural(refused, 'line')}` : '';
      return [
        published === 0 && isPart ? nothing : `Published ${plural(published, 'event')}${of}.`,
        ...(published > 0 && isPart ? [`From line ${publishedUpTo + 1} on nothing is known to be published.`] : []),
        ...(isPart ? ['Publish the whole input again when it is mended: duplicates change nothing.'] : []),
        ...waitHeaders([...last.values()]),
      ];
    },
  };
}

/** The headers with which answers of the API have all of it, one a request. */
function waitHeaders(positions: readonly Position[]): string[] {
  const headers = Map.groupBy(positions.map(positionText).toSorted(), (_, index) => Math.floor(index / MAX_IN_HEADER));
  const told = [...headers.values()].map((header) => `  X-Wait-For-Position: ${header.join(',')}`);
  return told.length === 0 ? [] : ['To read an answer that has all of it, send the header:', ...told];
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
