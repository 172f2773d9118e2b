import { userInfo } from 'node:os';
import { isOperatorAccount } from '@fundlens/redaction/operator-account';
import { InvalidArgumentError, Option } from 'commander';

export function accountOption(): Option {
  return new Option('--by <account>', 'the account or ticket that does this').argParser(account);
}

/** The account of this machine's user; a user name that is no valid account is not stored. */
export function ownAccount(): string {
  const { username } = userInfo();
  return isOperatorAccount(username) ? username : 'operator';
}

function account(given: string): string {
  if (!isOperatorAccount(given)) {
    throw new InvalidArgumentError('It must be the name of an account or ticket: letters, digits and . _ # -');
  }
  return given;
}
