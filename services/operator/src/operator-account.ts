import { userInfo } from 'node:os';
import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidArgumentError, Option } from 'commander';

/** An account or a ticket, not a person's address. */
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9._#-]{0,63}$/;

export function accountOption(): Option {
  return new Option('--by <account>', 'the account or ticket that does this').argParser(account);
}

/** The account of this machine's user; a user name that is no valid account is not stored. */
export function ownAccount(): string {
  const { username } = userInfo();
  return isAccount(username) ? username : 'operator';
}

function account(given: string): string {
  if (!isAccount(given)) {
    throw new InvalidArgumentError('It must be the name of an account or ticket: letters, digits and . _ # -');
  }
  return given;
}

function isAccount(text: string): boolean {
  return ACCOUNT.test(text) && redactText(text) === text;
}
