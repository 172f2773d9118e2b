import { endWith } from '../long-run/long-run.ts';
import { previousRef } from './previous-build.ts';
import { proveUpgrade } from './proof-run.ts';

/**
 * `npm run prove:upgrade -- --from REF --seed S [--json]`: the build of that commit and this one take turns on the same
 * data, upgrade and rollback, while events come in and readers read.
 */
await endWith({
  name: 'prove:upgrade',
  amount: {
    option: 'from',
    usual: previousRef(),
    values: 'a commit, branch or tag',
    read: (text) => (/^[\w./~^-]{1,100}$/.test(text) && !text.startsWith('-') ? text : null),
  },
  data: 'upgrade-proof',
  results: 'upgrade-results',
  run: (from, context) => proveUpgrade({ ...context, from }),
});
