import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { avroTypeOf } from '@fundlens/contracts/wire/avro-type';
import { definitionOf } from '@fundlens/contracts/event-types';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { redactJsonText } from '@fundlens/redaction/redact-json-text';
import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { hostile, LOG_LINE, ORDINARY_REPORT, reports } from './redaction-texts.ts';
import { type Figure, inTurns } from './results.ts';
import { contactEvents } from './workload.ts';

type Job = () => unknown;

/** One measurement of a short job repeats it for about this long; a longer one is measured once. */
const MEASUREMENT_MS = 100;
/** Of computing, with that of the compiler and the collector: enough for hot functions to be compiled for good. */
const WARM_UP_MS = 1_500;
/** A job that takes longer is measured in one round: chance moves it little, and there are many such jobs. */
const LONG_JOB_MS = 1_000;

/** The redactor beside what any reader of the same texts does. */
export async function benchRedaction(rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = async (name: string, floor: Job, subject: Job): Promise<void> => {
    warmUp(floor);
    const own = warmUp(subject) > LONG_JOB_MS ? 1 : rounds;
    const turns = { floor: () => microseconds('µs', floor), ours: () => microseconds('µs', subject) };
    figures.push(...(await inTurns(`redaction: ${name}`, own, turns)));
  };
  const parseAndWrite = (text: string) => () => JSON.stringify(JSON.parse(text));
  for (const { name, text } of reports) {
    await add(`report, ${name}`, parseAndWrite(text), () => redactJsonText(text));
  }
  await add('log line', parseAndWrite(LOG_LINE), () => redactText(LOG_LINE));
  const contact = contactEvent();
  await add(`contact event of ${contact.bytes} bytes by its decoding`, contact.decode, contact.redact);

  const perKib = (text: string) => microseconds('µs/KiB', () => refusalOf(text), text.length / 1_024);
  for (const { name, text } of hostile) {
    // Five megabytes warm their own code up.
    const started = milliseconds();
    const refusal = refusalOf(text);
    const own = milliseconds() - started > LONG_JOB_MS ? 1 : rounds;
    const turns = { floor: () => perKib(ORDINARY_REPORT.text), ours: () => perKib(text) };
    figures.push(...(await inTurns(`redaction: hostile, ${name}${refusal && `, ${refusal}`}`, own, turns)));
  }
  return figures;
}

/** The code with which a text is refused; empty when it is not. */
function refusalOf(text: string): string {
  try {
    redactJsonText(text);
    return '';
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

async function microseconds(unit: string, job: Job, parts = 1): Promise<Record<string, number>> {
  await yieldToEventLoop();
  const started = milliseconds();
  let count = 0;
  let elapsed = 0;
  for (let batch = 1; elapsed < MEASUREMENT_MS; batch *= 2) {
    for (let i = 0; i < batch; i++) job();
    count += batch;
    elapsed = milliseconds() - started;
  }
  return { [unit]: ((elapsed / count) * 1e3) / parts };
}

/** A contact as the log has it, and as it is after decoding. */
function contactEvent() {
  const [contact] = contactEvents(1, 1);
  if (contact === undefined) throw new TypeError('the workload has no events');
  const { redaction: shape, avro } = definitionOf(contact.type);
  const type = avroTypeOf(avro);
  const bytes = type.toBuffer(contact.event);
  const options = { customFieldKeepList: new Set<string>() };
  return {
    bytes: bytes.length,
    decode: () => type.fromBuffer(bytes) as unknown,
    redact: () => redactEvent(contact.event, shape, options),
  };
}
