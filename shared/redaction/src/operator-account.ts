import { redactText } from './redact-text.ts';

/** An account or a ticket, not a person's address. */
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9._#-]{0,63}$/;

/** Whether `text` may be stored and logged as the account that does something. */
export function isOperatorAccount(text: string): boolean {
  return ACCOUNT.test(text) && redactText(text) === text;
}
