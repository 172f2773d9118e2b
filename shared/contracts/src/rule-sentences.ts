import { redactText } from '@fundlens/redaction/redact-text';
import type { z } from 'zod';
import { rules } from './definition/field-rules.ts';

/** Sentences of ours that a schema may carry; any other text comes from the validation library and is not shown. */
const OWN: ReadonlySet<string> = new Set<string>(Object.values(rules));

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** The broken rule in the contract's words: no text of the validation library, and nothing of the value. */
export function ruleOf(issue: z.core.$ZodIssue, isMissing: boolean): string {
  if (isMissing) return 'is missing';
  if (issue.code === 'custom' || OWN.has(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'of another type'}`;
    case 'too_big':
      return boundOf(issue.origin, 'at most', issue.maximum);
    case 'too_small':
      return boundOf(issue.origin, 'at least', issue.minimum);
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    default:
      return 'is not valid';
  }
}

function boundOf(origin: string, limit: string, bound: number | bigint): string {
  const number = bound.toLocaleString('en-US');
  if (origin === 'string') return bound === 1 ? 'must not be empty' : `must have ${limit} ${number} characters`;
  if (origin === 'array') return `must have ${limit} ${number} entries`;
  return `must be ${limit} ${number}`;
}

/** Longer names are data. */
const MAX_SHOWN_NAME = 48;

/** A name that the input has and the contract does not: shown to find it, but it may be anything. */
export function shownName(name: string): string {
  const shown = redactText(name).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return shown.length <= MAX_SHOWN_NAME ? shown : `${shown.slice(0, MAX_SHOWN_NAME - 1)}…`;
}
