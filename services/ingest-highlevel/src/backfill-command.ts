import { parseArgs } from 'node:util';
import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/limits';
import { redactText } from '@fundlens/redaction/redact-text';
import { sleep } from '@fundlens/runtime/backoff';
import { ConfigError, type Environment } from '@fundlens/runtime/config';
import { failureCode, FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { terminationSignal } from '@fundlens/runtime/lifecycle';
import { createLogger } from '@fundlens/runtime/logger';
import { openBackfill } from './composition-root.ts';
import { readConfig } from './config.ts';
import { type BackfillEnd, runBackfill, runDryRun } from './backfill/backfill.ts';
import { progressLine, resultLines } from './backfill/backfill-report.ts';
import { WALK_LEASE_MS } from './listing/walk-store.ts';
import { type Tally, totalOf } from './listing/tally.ts';

const EXIT_DONE = 0;
const EXIT_NOT_DONE = 1;
const PROGRESS_MS = 1_000;
/** By then the claim of a process that has ended is over. */
const WAIT_FOR_OTHER_MS = WALK_LEASE_MS + 1_000;

const USAGE = `Usage: npm run backfill -w @fundlens/ingest-highlevel -- LOCATION [--dry-run] [--again]

Publishes what HighLevel has of a location: the location, its custom fields, pipelines, contacts and opportunities. With
the adapter's options. Give the same command again after it ended early: it goes on where it was.

  --dry-run   reads everything and says what would be published; writes nothing
  --again     begins anew instead of going on

Exit status: 0 everything is done; 1 something is not done, or was refused.
`;

type Arguments = { readonly locationId: string; readonly dryRun: boolean; readonly again: boolean };

/** Null: help was asked for. @throws InvalidError */
function readArguments(args: readonly string[]): Arguments | null {
  const options = { 'dry-run': { type: 'boolean' }, again: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parsed(() => parseArgs({ args: [...args], allowPositionals: true, options }));
  if (values.help === true) return null;
  const [locationId, ...more] = positionals;
  if (locationId === undefined || more.length > 0) throw usage('Name one location.');
  if (locationId.length > MAX_LOCATION_ID_LENGTH || !ID_PATTERN.test(locationId)) throw usage('LOCATION is no id.');
  return { locationId, dryRun: values['dry-run'] === true, again: values.again === true };
}

function parsed<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) throw usage('An option is unknown.');
    throw error;
  }
}

function usage(problem: string): InvalidError {
  return new InvalidError('usage', `${problem}\n\n${USAGE}`);
}

async function main(args: readonly string[], environment: Environment): Promise<number> {
  const wanted = readArguments(args);
  if (wanted === null) {
    process.stdout.write(USAGE);
    return EXIT_DONE;
  }
  const config = readConfig(environment);
  const logger = createLogger({ service: 'backfill', level: config.LOG_LEVEL, sanitize: redactText });
  const stopping = new AbortController();
  void terminationSignal().then(() => stopping.abort());
  const { parts, start, stop } = openBackfill(config, { logger, stopping });
  try {
    await start();
    const end = await run(wanted, parts, stopping.signal);
    return report(wanted, end);
  } finally {
    await stop();
  }
}

type BackfillParts = ReturnType<typeof openBackfill>['parts'];

async function run({ locationId, dryRun, again }: Arguments, parts: BackfillParts, signal: AbortSignal) {
  const began = performance.now();
  let before: Tally = {};
  let shown = began;
  const onStep = ({ tally }: { readonly tally: Tally }): void => {
    const now = performance.now();
    if (now - shown < PROGRESS_MS) return;
    shown = now;
    say(progressLine({ tally, before, elapsedMs: now - began }));
  };
  const step = parts.stepOf(locationId, dryRun);
  if (dryRun) return await runDryRun({ step, signal, onStep });
  const attempt = () =>
    runBackfill({
      ...{ locationId, again, step, signal, onStep, records: parts.records, renewMs: parts.renewMs },
      onBegin({ resumed, tally }) {
        before = tally;
        say(resumed ? `Goes on after ${totalOf(tally)} entities.` : 'Begins.');
      },
    });
  const end = await attempt();
  if (end.ended !== 'busy') return end;
  say('Another process works on this location, or has just ended. Waits for it.');
  return (await sleep(WAIT_FOR_OTHER_MS, signal)) ? await attempt() : end;
}

function report({ dryRun }: Arguments, { ended, tally }: BackfillEnd): number {
  if (ended === 'busy') {
    say('Another process works on this location.');
    return EXIT_NOT_DONE;
  }
  const begin = dryRun ? 'Would be done' : ended === 'done' ? 'Done' : 'Stopped; the same command goes on here';
  const lines = [`${begin}: ${totalOf(tally)} entities.`, ...resultLines(tally)];
  process.stdout.write(`${lines.join('\n')}\n`);
  return ended === 'done' && totalOf(tally, 'refused') === 0 ? EXIT_DONE : EXIT_NOT_DONE;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Our own messages say what to do, and hold no values. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof InvalidError) return error.message;
  if (error instanceof RetryableError) return `${error.message} The same command goes on where this one ended.`;
  if (error instanceof FatalError) return `${error.message} (${error.code})`;
  return `This is a bug of the command (${failureCode(error)}).`;
}

async function exitStatus(): Promise<number> {
  try {
    return await main(process.argv.slice(2), process.env);
  } catch (error) {
    say(redactText(explain(error)));
    return EXIT_NOT_DONE;
  }
}

// Not `exitCode`: a driver may still wait for a server.
process.exit(await exitStatus());
