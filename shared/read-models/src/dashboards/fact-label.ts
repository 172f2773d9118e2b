/** Longer texts are cut: a dashboard shows what many results have in common. */
const MAX_LABEL_LENGTH = 80;

/**
 * A text of an open vocabulary as a label that is counted: compatibility forms, case and blanks folded, at most 80
 * characters; null when nothing is left. The same for every spelling that a person would take for the same term.
 */
export function factLabel(text: string | null): string | null {
  return text === null ? null : spelledLabel(withoutCase(text));
}

/** A name as a label: as it is spelled but for blanks, at most 80 characters; null when nothing is left. */
export function spelledLabel(text: string | null): string | null {
  if (text === null) return null;
  const folded = text.replaceAll(/\s+/g, ' ').trim();
  const label =
    folded.length <= MAX_LABEL_LENGTH ? folded : Array.from(folded).slice(0, MAX_LABEL_LENGTH).join('').trim();
  return label === '' ? null : label;
}

/** The same for the spellings of one name. */
export function withoutCase(label: string): string {
  return label.normalize('NFKC').toLowerCase();
}
