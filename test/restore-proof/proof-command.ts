import { endWith } from '../long-run/long-run.ts';
import { proveRestore } from './proof-run.ts';

/** Some two hundred thousand events: what is compared is held in memory twice. */
const MOST_SCALE = 50;
/** A few hundred events: shows that the command runs. */
const LEAST_SCALE = 0.05;

/**
 * `npm run prove:restore -- --scale N --seed S [--json]`: an older backup of MongoDB is restored under a running projector, and
 * what that leaves is compared with a system that was never restored. Ends with 0 when nothing differs: see `long-run.ts`.
 */
await endWith({
  name: 'prove:restore',
  amount: { option: 'scale', usual: '1', values: `from ${LEAST_SCALE} to ${MOST_SCALE}`, read: scale },
  data: 'restore-proof',
  results: 'restore-results',
  run: (times, context) => proveRestore({ ...context, scale: times }),
});

function scale(text: string): number | null {
  const value = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  return value >= LEAST_SCALE && value <= MOST_SCALE ? value : null;
}
