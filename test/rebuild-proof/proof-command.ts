import { endWith } from '../harness/long-run.ts';
import { isProven, summaryOf, textOf } from './proof-report.ts';
import { proveRebuild } from './proof-run.ts';

/** What is published is kept to be compared with: some kilobytes for each of 10,000 events of the demo. */
const MOST_SCALE = 50;
/** As many contacts as the demo of tests has: for a look at whether it runs. */
const LEAST_SCALE = 0.05;

/**
 * `npm run prove:rebuild -- --scale N --seed S [--json]`: everything is rebuilt while events come in and readers read; the
 * rebuild is killed and resumed, and a projector sleeps across the switch. Ends with 0 when nobody noticed anything and
 * nothing differs: see `long-run.ts`.
 */
await endWith({
  name: 'prove:rebuild',
  amount: { option: 'scale', usual: '10', values: `from ${LEAST_SCALE} to ${MOST_SCALE}`, read: scale },
  data: 'rebuild-proof',
  results: 'rebuild-results',
  run: (times, surroundings) => proveRebuild({ ...surroundings, scale: times }),
  ...{ summaryOf, textOf, holds: isProven },
});

function scale(text: string): number | null {
  const value = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  return value >= LEAST_SCALE && value <= MOST_SCALE ? value : null;
}
