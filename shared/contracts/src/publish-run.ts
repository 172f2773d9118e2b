import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tracing } from '@fundlens/runtime/tracing';
import type { Kafka } from 'kafkajs';
import type { Codec } from './codec.ts';
import type { PublishArguments } from './publish-arguments.ts';
import { callerDirectory } from './publish-config.ts';
import { checkEvents, type InputCheck, type Pace, publishEvents } from './publish-events.ts';
import { listedLines, plural, positionSummary } from './publish-report.ts';
import type { Source } from './publish-source.ts';
import { type PublishState, readPublishState, requireSame, writePublishState } from './publish-state.ts';
import { createPublisher } from './publisher.ts';

export type Print = (line: string) => void;

export type Target = {
  readonly kafka: Kafka;
  readonly codec: Codec;
  readonly tracing: Tracing;
  /** Names the cluster and the topics. */
  readonly name: string;
};

type CheckOptions = Pick<Parameters<typeof checkEvents>[1], 'codec' | 'strict' | 'checked' | 'after'>;

/** Puts the whole input through all checks, and prints what is refused or doubtful. */
export async function checkSource(source: Source, options: CheckOptions, print: Print): Promise<InputCheck> {
  const { input, reader, progress } = source;
  const given = { ...options, progress: progress.show, now: Date.now() };
  const check = await checkEvents(reader.read(input.read()), given).finally(progress.end);
  const { refusedAt, refused, doubtfulCount, doubtful } = check;
  list('Refused', { count: refusedAt.size, listed: refused, unit: reader.unit }, print);
  list('Doubtful (--strict refuses)', { count: doubtfulCount, listed: doubtful, unit: reader.unit }, print);
  return check;
}

/**
 * Checks the input, then sends it, from where an earlier run ended.
 * @returns whether all of it is published now
 */
export async function checkAndSend(
  source: Source,
  target: Target,
  { options, print }: { readonly options: PublishArguments; readonly print: Print },
): Promise<boolean> {
  const resume = options.resume === undefined ? null : resolve(callerDirectory(), options.resume);
  const earlier = resume === null ? null : await readPublishState(resume);
  const after = earlier?.acknowledged ?? 0;
  const { good, refusedAt } = await checkSource(source, { codec: target.codec, strict: options.strict, after }, print);
  const state = { input: source.input.digest(), target: `${target.name} ${source.readAs}` };
  if (earlier !== null) requireSame(earlier, state);
  if (refusedAt.size > 0 && !options.keepGoing) {
    print('Nothing was published.');
    return false;
  }
  if (good === 0) {
    print(earlier === null ? 'There is nothing to publish.' : 'An earlier run has published all of it.');
    return refusedAt.size === 0;
  }
  if (earlier !== null) print(`Going on after ${source.reader.unit} ${after}.`);
  await source.input.assertUnchanged();
  const store = async (now: Omit<PublishState, 'format' | 'input' | 'target'>): Promise<void> => {
    if (resume !== null) await writePublishState(resume, { format: 1, ...state, ...now });
  };
  const { maxRate } = options;
  const pace = maxRate === undefined ? {} : { pace: paceOf(maxRate) };
  await send(source, target, { refusedAt, earlier, store, print, ...pace });
  return refusedAt.size === 0;
}

type Sending = {
  readonly refusedAt: ReadonlySet<number>;
  readonly earlier: PublishState | null;
  readonly store: (state: Omit<PublishState, 'format' | 'input' | 'target'>) => Promise<void>;
  readonly print: Print;
  readonly pace?: Pace;
};

function paceOf(eventsPerSecond: number): Pace {
  return { eventsPerSecond, monotonic: () => performance.now(), wait: delay };
}

async function send(source: Source, target: Target, sending: Sending): Promise<void> {
  const { input, reader, progress } = source;
  const { refusedAt, earlier, store, print, pace } = sending;
  const summary = positionSummary(earlier?.positions);
  const publisher = createPublisher(target);
  try {
    await publisher.start();
    await publishEvents(reader.read(input.read()), {
      ...{ publisher, progress: progress.show, refusedAt, after: earlier?.acknowledged ?? 0, ...(pace && { pace }) },
      async stored(positions, at) {
        summary.add(positions);
        await store({ acknowledged: at, positions: summary.ranges() });
      },
    }).finally(progress.end);
  } finally {
    await publisher.stop();
    const refused = refusedAt.size > 0 ? `, refused ${plural(refusedAt.size, reader.unit)}` : '';
    print(`Published ${plural(summary.count(), 'event')}${refused}.`);
    for (const line of summary.lines()) print(line);
    const header = summary.waitHeader();
    if (header !== null) print(`To read an answer that has all of it, send the header:\n  ${header}`);
  }
}

type List = { readonly count: number; readonly listed: InputCheck['refused']; readonly unit: string };

function list(what: string, { count, listed, unit }: List, print: Print): void {
  if (count === 0) return;
  print(`${what}: ${plural(count, unit)}`);
  for (const entry of listed) for (const text of listedLines(entry, unit)) print(text);
  if (count > listed.length) print(`  … and ${plural(count - listed.length, `more ${unit}`)}`);
}
