import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers } from './answers.ts';

/** The SHA-256 of each answer, by its question. */
export type Digests = Readonly<Record<string, string>>;

export const SEEDS = ['first', 'second', 'third'] as const;

export function digestsOf(answers: Answers): Digests {
  return Object.fromEntries([...answers].map(([question, answer]) => [question, hash('sha256', answer)]));
}

const fileOf = (seed: string) => new URL(`digests/${seed}.json`, import.meta.url);

export function recordedDigests(seed: string): Digests {
  return JSON.parse(readFileSync(fileOf(seed), 'utf8')) as Digests;
}

export function recordDigests(seed: string, digests: Digests): void {
  writeFileSync(fileOf(seed), `${JSON.stringify(digests, null, 2)}\n`);
}

/** The answers themselves, a file each, for a comparison of two builds by `diff -r`. */
export function saveAnswers(directory: string, answers: Answers): void {
  mkdirSync(directory, { recursive: true });
  for (const [question, answer] of answers) {
    writeFileSync(join(directory, question.replaceAll(/[^\w.-]+/g, '_')), `${question}\n${answer}\n`);
  }
}
