import { InvalidError } from '@fundlens/runtime/errors';
import { applyEdits } from './edits.ts';
import { createReadingState, findEdits, grantWork, readText } from './reading.ts';
import { findHints } from './ssn-hints.ts';
import { createSubjectNumbers, type SubjectNumbers } from './subject-numbers.ts';
import { hasBase64Run } from './unfold/base64.ts';

/** What stands for a text that hides others too deep to be read: it is never shown unread. */
export const UNREADABLE_TEXT = '[removed: nested too deeply to be checked]';

/**
 * Redacts a free text for an error message, a log line or a dead letter. The text may contain or be JSON, XML, escaped or
 * encoded text. Never throws for what the text contains: one that cannot be read to its end is replaced as a whole.
 */
export function redactText(text: string, subjects?: SubjectNumbers): string {
  if (subjects === undefined && isWithoutDigits(text)) return text;
  return redacted(text, subjects ?? createSubjectNumbers());
}

/** A digit, or a character or a sign that may stand for one. */
const MAY_SPELL_DIGITS = /[\d%&\\]|[^\t-\r -~]/;

/** Nothing is found without digits but such in words, beside words about SSNs, and in base64. */
function isWithoutDigits(text: string): boolean {
  return !MAY_SPELL_DIGITS.test(text) && findHints(text).length === 0 && !hasBase64Run(text);
}

function redacted(text: string, subjects: SubjectNumbers): string {
  try {
    const state = createReadingState(subjects);
    grantWork(state, text.length);
    return applyEdits(text, findEdits(readText(text, state, 0), subjects, null));
  } catch (error) {
    if (error instanceof InvalidError) return UNREADABLE_TEXT;
    throw error;
  }
}
