import { endWith } from '../long-run/long-run.ts';
import { proofReport } from './proof-report.ts';
import { proveRebuild } from './proof-run.ts';

/** The run keeps what it publishes for comparison: some kilobytes for each of 10,000 events of the demo. */
const MOST_SCALE = 50;
/** As many contacts as the demo of tests has: shows that the command runs. */
const LEAST_SCALE = 0.05;

/**
 * `npm run prove:rebuild -- --scale N --seed S [--json]`: rebuilds everything while events come in and readers read; kills
 * and resumes the rebuild, and has a projector sleep across the switch. Ends with 0 when no reader noticed anything and
 * nothing differs: see `long-run.ts`.
 */
await endWith({
  name: 'prove:rebuild',
  amount: { option: 'scale', usual: '10', values: `from ${LEAST_SCALE} to ${MOST_SCALE}`, read: scale },
  data: 'rebuild-proof',
  results: 'rebuild-results',
  run: async (times, context) => proofReport(await proveRebuild({ ...context, scale: times })),
});

function scale(text: string): number | null {
  const value = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  return value >= LEAST_SCALE && value <= MOST_SCALE ? value : null;
}
