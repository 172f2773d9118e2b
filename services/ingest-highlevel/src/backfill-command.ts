import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import { MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/definition/limits';
import { redactText } from '@fundlens/redaction/redact-text';
import { sleep } from '@fundlens/runtime/backoff';
import { mongodbServer } from '@fundlens/runtime/configured-servers';
import { advised } from '@fundlens/runtime/connection-advice';
import { EXIT, type ExitStatus, runCommand, UsageError } from '@fundlens/runtime/run-command';
import { openStores } from './composition-root.ts';
import { readConfig } from './config.ts';
import type { Marks } from './marks/mark.ts';
import { sweepRef } from './sweeps/sweep.ts';

const LOOK_MS = 500;
/** Lines of progress; each is one that is read. */
const SAY_MS = 5_000;

type Stores = Readonly<Record<'marks' | 'sweeps', Marks>>;

await runCommand({
  usage: `Usage: npm run backfill -w @fundlens/ingest-highlevel -- LOCATION

Has the running adapters sweep the location now: whatever HighLevel has otherwise than was published is read and published.
With the adapter's options. It shows how far they are; when it ends early, they go on.

Exit status: 0 everything is published, or was refused by the contract (the adapter's log names it); 1 it is not done;
2 wrong arguments or options; 3 a server is away; 70 a bug; 130 interrupted.
`,
  sanitize: redactText,
  async run([locationId = '', ...more]) {
    const isId = locationId.length <= MAX_LOCATION_ID_LENGTH && ID_PATTERN.test(locationId);
    if (!isId || more.length > 0) throw new UsageError('Name one location by its id.');
    const config = readConfig(process.env);
    const { mongodb, ...stores } = openStores(config);
    try {
      await mongodb.start();
      return await sweepNow(stores, locationId);
    } catch (error) {
      throw advised(mongodbServer(config), error);
    } finally {
      await mongodb.stop();
    }
  },
});

async function sweepNow({ marks, sweeps }: Stores, locationId: string): Promise<ExitStatus> {
  const ref = sweepRef(locationId);
  await sweeps.mark(ref, { at: Date.now(), urgent: true });
  let saidAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const [mark] = await sweeps.load([ref]);
    const toRead = await marks.toRead(locationId, Date.now());
    const { token = null, sweep = null } = mark ?? {};
    if (token === null && sweep?.failure) {
      say(`The location could not be compared: ${sweep.failure.code}. The page on HighLevel says what to do.`);
      return EXIT.attention;
    }
    if (token === null && toRead === 0) {
      process.stdout.write('Done: the log has what HighLevel has.\n');
      return EXIT.done;
    }
    if (performance.now() - saidAt >= SAY_MS) {
      saidAt = performance.now();
      const where =
        token !== null && (sweep?.token === token ? `Lists: ${sweep.place.kind}.` : 'Waits for an adapter.');
      say([where, `${toRead} entities are to be read.`].filter(Boolean).join(' '));
    }
    await sleep(LOOK_MS);
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
