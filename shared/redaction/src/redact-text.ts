import { InvalidError } from '@fundlens/runtime/errors';
import { applyEdits } from './edits.ts';
import { createReadingState, findEdits, grantWork, readText } from './reading.ts';
import { createSubjectNumbers, type SubjectNumbers } from './subject-numbers.ts';

/** What stands for a text that hides others too deep to be read: it is never shown unread. */
export const UNREADABLE_TEXT = '[removed: nested too deeply to be checked]';

/**
 * Redacts a free text for an error message, a log line or a dead letter. The text may contain or be JSON, XML, escaped or
 * encoded text. Never throws for what the text contains: one that cannot be read to its end is replaced as a whole.
 */
export function redactText(text: string, subjects: SubjectNumbers = createSubjectNumbers()): string {
  try {
    const state = createReadingState(subjects);
    grantWork(state, text.length);
    return applyEdits(text, findEdits(readText(text, state, 0), subjects, false));
  } catch (error) {
    if (error instanceof InvalidError) return UNREADABLE_TEXT;
    throw error;
  }
}
