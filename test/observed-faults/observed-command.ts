import { endWith, wholeNumber } from '../long-run/long-run.ts';
import { observedReport } from './observed-report.ts';
import { observeFaults } from './observed-run.ts';

/**
 * `npm run faults:observed -- [--only NAME,…] [--factor N] [--seed S] [--record] [--json]`: each fault under a real
 * Prometheus with the alert rules, and a table of what moved, fired and healed. Ends with 0 when every check holds: see
 * `long-run.ts`.
 */
await endWith({
  name: 'faults:observed',
  amount: {
    option: 'factor',
    usual: '60',
    values: 'how many times shorter the rules wait',
    read: (text) => wholeNumber(text) || null,
  },
  ownOptions: { only: { type: 'string' }, record: { type: 'boolean' } },
  data: 'observed-faults',
  results: 'observed-fault-results',
  run: async (factor, context) => observedReport(await observeFaults({ ...context, factor })),
});
