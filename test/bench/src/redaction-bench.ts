import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createCodec, type WireMessage } from '@fundlens/contracts/codec';
import { definitionOf } from '@fundlens/contracts/event-types';
import { memoryRegistry } from '@fundlens/contracts/testing/memory-registry';
import { topicNames } from '@fundlens/contracts/topic-names';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { redactJsonText } from '@fundlens/redaction/redact-json-text';
import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { runProgram } from './child-process.ts';
import type { MemoryTask, MemoryUse } from './redaction-memory.ts';
import {
  DEEP,
  documentsInJson,
  hostile,
  type LargeReport,
  largeReports,
  LOG_LINE,
  ORDINARY_REPORT,
  reportInString,
  reports,
  shapedReports,
} from './redaction-texts.ts';
import { type Comparison, compare, inTurns, type Measure } from './results.ts';
import { workloads } from './workload.ts';

type Job = () => unknown;

/** One measurement of a short job repeats it for about this long; a longer one is measured once. */
const MEASUREMENT_MS = 100;
/** Of computing, with that of the compiler and the collector: enough for hot functions to be compiled for good. */
const WARM_UP_MS = 1_500;
/** A job that takes longer is measured in one round: chance moves it little, and there are many such jobs. */
const LONG_JOB_MS = 1_000;

/** The redactor beside what any reader of the same texts does: its time in this process, where nothing else runs, and its memory in others. */
export async function benchRedaction({ rounds }: { readonly rounds: number }): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  const add = async (name: string, floor: Job, subject: Job): Promise<void> => {
    warmUp(floor);
    const own = warmUp(subject) > LONG_JOB_MS ? 1 : rounds;
    const measured = await inTurns(own, { floor: nanoseconds(floor), subject: nanoseconds(subject) });
    comparisons.push(compare(`redaction: ${name}`, 'ns', measured));
  };

  const parseAndWrite = (text: string) => () => JSON.stringify(JSON.parse(text));
  for (const { name, text } of reports) {
    await add(`report, ${name}`, parseAndWrite(text), () => redactJsonText(text));
    const bytes = Buffer.from(text);
    const decodeAndWrite = () => Buffer.from(JSON.stringify(JSON.parse(bytes.toString())));
    await add(`report, ${name}, bytes`, decodeAndWrite, () => redactJsonText(bytes));
  }
  for (const { name, text } of [...shapedReports, ...documentsInJson]) {
    await add(`report, ${name}`, parseAndWrite(text), () => redactJsonText(text));
  }
  const { name, text } = reportInString;
  const parseTwice = () => {
    const { report } = JSON.parse(text) as { readonly report: string };
    return JSON.stringify({ report: JSON.stringify(JSON.parse(report)) });
  };
  await add(`report, ${name}`, parseTwice, () => redactJsonText(text));
  await add('log line', parseAndWrite(LOG_LINE), () => redactText(LOG_LINE));

  const { message, decode, redact } = await contactEvent();
  comparisons.push(
    compare(
      `redaction: contact event of ${message.value.length} bytes by its decoding`,
      'ns',
      await inTurns(rounds, { floor: await nanosecondsAsync(decode), subject: nanoseconds(redact) }),
    ),
  );

  const perByte = (length: number, job: Job): Measure => {
    const measure = nanoseconds(job);
    return async (round) => ({ value: ((await measure(round)).value / length) * 1024 });
  };
  const ordinary = perByte(ORDINARY_REPORT.text.length, () => redactJsonText(ORDINARY_REPORT.text));
  for (const { name, text } of hostile) {
    const job = () => refusalOf(text);
    // Five megabytes warm their own code up.
    const started = milliseconds();
    const refusal = job();
    const own = milliseconds() - started > LONG_JOB_MS ? 1 : rounds;
    const measured = await inTurns(own, { floor: ordinary, subject: perByte(text.length, job) });
    const label = `redaction: hostile, ${name}${refusal === null ? '' : `, ${refusal}`}`;
    comparisons.push(compare(label, 'ns/KiB', measured));
  }
  await add(`100,000 levels, ${refusalOf(DEEP)}`, parseAndWrite(LOG_LINE), () => refusalOf(DEEP));
  for (const large of largeReports) comparisons.push(await memoryFor(large, rounds));
  return comparisons;
}

/** The peak of memory for one report of many MiB, by that of parsing and writing it, in processes of their own. */
async function memoryFor({ name, text }: LargeReport, rounds: number): Promise<Comparison> {
  const directory = mkdtempSync(join(tmpdir(), 'fundlens-redaction-'));
  try {
    const file = join(directory, 'report.json');
    writeFileSync(file, text());
    let refused: string | null = null;
    const peak = (job: MemoryTask['job']) => async () => {
      const task: MemoryTask = { job, file, shortReport: LOG_LINE };
      const { peakKiB, refusal, ...figures } = await runProgram<MemoryUse>('redaction-memory.ts', task);
      refused ??= refusal;
      return { value: peakKiB, details: figures };
    };
    const measured = await inTurns(rounds, { floor: peak('parse and write'), subject: peak('redact') });
    const which = refused ?? 'the largest that is read';
    return compare(`redaction: memory for a report of ${name}, ${which}`, 'KiB', measured);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The code with which a text is refused, or null. */
function refusalOf(text: string): string | null {
  try {
    redactJsonText(text);
    return null;
  } catch (error) {
    if (error instanceof InvalidError) return error.code;
    throw error;
  }
}

/** Time that this process computed, collection of garbage included: what else the machine does adds little to it. */
function milliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** @returns how long the job takes, in milliseconds, as far as a cold one tells */
function warmUp(job: Job): number {
  const started = milliseconds();
  let elapsed = 0;
  let count = 0;
  for (; elapsed < WARM_UP_MS; elapsed = milliseconds() - started) {
    job();
    count++;
  }
  return elapsed / count;
}

function nanoseconds(job: Job): Measure {
  return async () => {
    await yieldToEventLoop();
    const started = milliseconds();
    let count = 0;
    let elapsed = 0;
    for (let batch = 1; elapsed < MEASUREMENT_MS; batch *= 2) {
      for (let i = 0; i < batch; i++) job();
      count += batch;
      elapsed = milliseconds() - started;
    }
    return { value: (elapsed / count) * 1e6 };
  };
}

async function nanosecondsAsync(job: () => Promise<unknown>): Promise<Measure> {
  const run = async (least: number): Promise<number> => {
    const started = milliseconds();
    let count = 0;
    while (milliseconds() - started < least) {
      for (let i = 0; i < 100; i++) await job();
      count += 100;
    }
    return ((milliseconds() - started) / count) * 1e6;
  };
  await run(WARM_UP_MS);
  return async () => ({ value: await run(MEASUREMENT_MS) });
}

async function contactEvent(): Promise<{
  readonly message: WireMessage;
  readonly decode: () => Promise<unknown>;
  readonly redact: () => unknown;
}> {
  const codec = createCodec({ registry: memoryRegistry(), topics: topicNames('bench'), clock: () => 0 });
  const [contact] = workloads[0]?.events(1) ?? [];
  if (contact === undefined) throw new TypeError('the workload has no events');
  const { topic, key, value } = await codec.encode(contact.type, contact.event);
  const message = { topic, key: Buffer.from(key), value };
  const { event, type } = await codec.decode(message);
  const shape = definitionOf(type).redaction;
  const options = { customFieldKeepList: new Set<string>() };
  const redact = () => redactEvent(event, shape, options);
  warmUp(redact);
  return { message, decode: () => codec.decode(message), redact };
}
