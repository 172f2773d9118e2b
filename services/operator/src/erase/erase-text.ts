import type { EraseResult } from './eraser.ts';

/** The text lists this many names and counts the others. */
export const MAX_SHOWN = 50;

export function eraseText({ documents, deadLetters, remaining }: EraseResult, dryRun: boolean): string {
  const lines = [
    `${dryRun ? 'Would erase' : 'Erased'} ${documents} documents and ${deadLetters} dead letters.`,
    ...remaining.slice(0, MAX_SHOWN).map((name) => `still there: ${name}`),
    ...(remaining.length > MAX_SHOWN ? [`… and ${remaining.length - MAX_SHOWN} more`] : []),
  ];
  if (!dryRun)
    lines.push(remaining.length === 0 ? 'Looked again: nothing is left.' : 'It is not complete: erase again.');
  return lines.join('\n');
}
