import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import { MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/definition/limits';
import { redactText } from '@fundlens/redaction/redact-text';
import { sleep } from '@fundlens/runtime/backoff';
import { ConfigError } from '@fundlens/runtime/config';
import { failureCode, FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { terminationSignal } from '@fundlens/runtime/lifecycle';
import { openMongodb } from './composition-root.ts';
import { readConfig } from './config.ts';
import { markedOf } from './marks/mark-store.ts';
import { sweepOf, wantSweep } from './sweeps/sweep-store.ts';

type Db = ReturnType<typeof openMongodb>['db'];

const EXIT_DONE = 0;
const EXIT_NOT_DONE = 1;
const LOOK_MS = 500;
/** Lines of progress; each is one that is read. */
const SAY_MS = 5_000;

const USAGE = `Usage: npm run backfill -w @fundlens/ingest-highlevel -- LOCATION

Has the running adapters sweep the location now: whatever HighLevel has otherwise than was published is read and published.
With the adapter's options. It shows how far they are; when it ends early, they go on.

Exit status: 0 everything is published, or was refused by the contract (the adapter's log names it); 1 it is not done.
`;

/** @throws InvalidError */
function locationOf(args: readonly string[]): string {
  const [locationId = '', ...more] = args;
  const isId = locationId.length <= MAX_LOCATION_ID_LENGTH && ID_PATTERN.test(locationId);
  if (!isId || more.length > 0) throw new InvalidError('usage', `Name one location by its id.\n\n${USAGE}`);
  return locationId;
}

async function sweepNow(db: Db, locationId: string, signal: AbortSignal): Promise<number> {
  await wantSweep(db, locationId);
  let saidAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const sweep = await sweepOf(db, locationId);
    const marked = await markedOf(db, locationId);
    if (sweep?.failure) {
      say(`The location could not be compared: ${sweep.failure}. The page on HighLevel says what to do.`);
      return EXIT_NOT_DONE;
    }
    const isListed = sweep !== null && !sweep.wanted && sweep.place === null;
    if (isListed && marked === 0) {
      process.stdout.write('Done: the log has what HighLevel has.\n');
      return EXIT_DONE;
    }
    if (performance.now() - saidAt >= SAY_MS) {
      saidAt = performance.now();
      const where = sweep?.wanted ? 'Waits for an adapter.' : sweep?.place && `Lists: ${sweep.place.kind}.`;
      say([where, `${marked} entities are to be read.`].filter(Boolean).join(' '));
    }
    if (!(await sleep(LOOK_MS, signal))) {
      say('The adapters go on.');
      return EXIT_NOT_DONE;
    }
  }
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return EXIT_DONE;
  }
  const locationId = locationOf(args);
  const stopping = new AbortController();
  void terminationSignal().then(() => stopping.abort());
  const { db, part } = openMongodb(readConfig(process.env));
  try {
    await part.start();
    return await sweepNow(db, locationId, stopping.signal);
  } finally {
    await part.stop();
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Our own messages say what to do, and hold no values. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof InvalidError || error instanceof RetryableError)
    return error.message;
  if (error instanceof FatalError) return `${error.message} (${error.code})`;
  return `This is a bug of the command (${failureCode(error)}).`;
}

async function exitStatus(): Promise<number> {
  try {
    return await main(process.argv.slice(2));
  } catch (error) {
    say(redactText(explain(error)));
    return EXIT_NOT_DONE;
  }
}

// Not `exitCode`: a driver may still wait for a server.
process.exit(await exitStatus());
