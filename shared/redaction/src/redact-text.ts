import { InvalidError } from '@fundlens/runtime/errors';
import { applyEdits } from './edits.ts';
import { TextReader } from './reading.ts';
import { SubjectNumbers } from './subjects.ts';

/** What stands for a text that hides others too deep to be read: it is never shown unread. */
export const UNREADABLE_TEXT = '[removed: nested too deeply to be checked]';

/**
 * Redacts a free text for an error message, a log line or a dead letter. The text may contain or be JSON, XML, escaped or
 * encoded text. Never throws for what the text contains: one that cannot be read to its end is replaced as a whole.
 */
export function redactText(text: string, numbers: SubjectNumbers = new SubjectNumbers()): string {
  try {
    const reader = new TextReader(numbers);
    reader.grant(text.length);
    return applyEdits(text, reader.editsOf(reader.read(text, null)));
  } catch (error) {
    if (error instanceof InvalidError) return UNREADABLE_TEXT;
    throw error;
  }
}

/** An account or a ticket, not a person's address. */
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9._#-]{0,63}$/;

/** Whether `text` may be stored and logged as the account that does something. */
export function isOperatorAccount(text: string): boolean {
  return ACCOUNT.test(text) && redactText(text) === text;
}
