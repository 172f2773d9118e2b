/** Longer reasons are cut: a dashboard shows what many results have in common. */
const MAX_LABEL_LENGTH = 80;

/**
 * A text of an open vocabulary as a label that is counted: compatibility forms, case and blanks folded, at most 80
 * characters; null when nothing is left. The same for every spelling that a person would take for the same term.
 */
export function factLabel(text: string | null): string | null {
  if (text === null) return null;
  const folded = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const label = Array.from(folded).slice(0, MAX_LABEL_LENGTH).join('').trim();
  return label === '' ? null : label;
}
