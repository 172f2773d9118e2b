import { expect, it } from 'vitest';
import { FORM_COUNTS } from './testing/planted-cells.ts';
import { documentSeedOf, emptyTally, lineOf, type Miss, runDocument, textOfMiss } from './testing/planted-run.ts';
import { reportShapes } from './testing/report-fixtures.ts';

/** The same documents in every run; `npm run fuzz:redaction -- --cases N --seed S` looks at others, and at more. */
const SEED = 20260601;
/** What every run of the tests affords; the nightly one sets `PROPERTY_RUNS=4`. */
const LEAST_VALUES = 50_000 * Number(process.env.PROPERTY_RUNS ?? 1);
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

it('the planted numbers are written in at least 38 forms, in at least twelve report shapes', () => {
  expect(FORM_COUNTS.writings).toBeGreaterThanOrEqual(38);
  expect(Object.keys(reportShapes).length).toBeGreaterThanOrEqual(12);
});
