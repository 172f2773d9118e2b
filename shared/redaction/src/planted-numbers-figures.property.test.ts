import { expect, it } from 'vitest';
import { redactJsonText } from './redact-json-text.ts';
import { documentText, plantedDocument } from './testing/planted-documents.ts';
import { documentSeedOf, emptyTally, lineOf, type Miss, runDocument, textOfMiss } from './testing/planted-run.ts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 1);
/** The same documents in every run but the nightly one, which looks at four times as many; `npm run fuzz:redaction` at more. */
const SEED = Number(process.env.PROPERTY_SEED ?? (RUNS > 1 ? Date.now() % 2 ** 31 : 20260601));
const LEAST_VALUES = 25_000 * RUNS;
const DOCUMENTS_TWICE = 25 * RUNS;
/** Two busy cores may be slow. */
const PATIENCE_MS = 600_000;

it('no planted number can be found again, and no benign value is altered', { timeout: PATIENCE_MS }, () => {
  const tally = emptyTally();
  const misses: Miss[] = [];
  for (let i = 0; tally.planted < LEAST_VALUES || tally.benign < LEAST_VALUES; i++) {
    runDocument(documentSeedOf(SEED, i), tally, misses);
  }
  process.stdout.write(`${lineOf(tally, SEED)}\n`);
  expect(misses.map(textOfMiss).join('\n')).toBe('');
  expect(tally).toMatchObject({ leaked: 0, altered: 0 });
  expect(tally.planted).toBeGreaterThanOrEqual(LEAST_VALUES);
  expect(tally.benign).toBeGreaterThanOrEqual(LEAST_VALUES);
});

it('what was redacted is left as it is when it is redacted again', { timeout: PATIENCE_MS }, () => {
  for (let i = 0; i < DOCUMENTS_TWICE; i++) {
    const once = redactJsonText(documentText(plantedDocument(documentSeedOf(SEED, i)))).text;
    expect(redactJsonText(once).text).toBe(once);
  }
});
