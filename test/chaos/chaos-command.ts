import { endWith, wholeNumber } from '../long-run/long-run.ts';
import { chaosReport } from './chaos-report.ts';
import { runChaos } from './chaos-run.ts';

/**
 * `npm run chaos -- --minutes N --seed S [--json]`: load, readers and a seeded schedule of faults on real servers, then
 * the invariants. Ends with 0 when all hold: see `long-run.ts`.
 */
await endWith({
  name: 'chaos',
  amount: {
    option: 'minutes',
    usual: '5',
    values: 'a whole number, at least 1',
    read: (text) => wholeNumber(text) || null,
  },
  data: 'chaos',
  results: 'chaos-results',
  run: async (minutes, context) => chaosReport(await runChaos({ ...context, minutes })),
});
