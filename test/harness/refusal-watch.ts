import { setTimeout as delay } from 'node:timers/promises';

/** One service that is asked again and again, one request after the other, by what is about to lose its access. */
export type Ask = () => Promise<number>;

export type RefusalWatch = {
  /** One for each service. Each gives the status of an answer. */
  readonly asks: readonly Ask[];
  /** The status with which the change is refused. */
  readonly refusal: number;
  /** Takes the access away; resolves when the log has acknowledged it. */
  readonly change: () => Promise<unknown>;
  /** Between an answer and the next request. */
  readonly pauseMs: number;
  /** How long each service is still asked after it has refused once. */
  readonly afterwardsMs: number;
  /** A change that was not refused by then never will be. */
  readonly giveUpMs: number;
};

/** What one service did; times in milliseconds after the change was acknowledged, negative before it. */
export type ServiceRefusal = {
  /** When the first refusal arrived; null when none did. */
  readonly refusedAt: number | null;
  /** When the last request was sent that was served; null when none was. */
  readonly lastServedAt: number | null;
  /** Requests that were sent after the first refusal had arrived, and served. */
  readonly servedAgain: number;
  /** Requests that were sent after it. */
  readonly askedAgain: number;
  /** Answers that are neither data nor the refusal. */
  readonly otherStatuses: readonly number[];
};

type Answered = { readonly began: number; readonly ended: number; readonly status: number };

const SERVED = 200;

/**
 * Watches access end while it is in use, so that every cache on the way is warm when the change comes.
 * @throws when it is not in use yet, or when asking fails.
 */
export async function watchRefusal(watch: RefusalWatch): Promise<ServiceRefusal[]> {
  const inUse = await Promise.all(watch.asks.map((ask) => ask()));
  const unserved = inUse.find((status) => status !== SERVED);
  if (unserved !== undefined) throw new Error(`what is to be refused was answered with ${unserved} before`);
  const deadline = performance.now() + watch.giveUpMs;
  const asking = watch.asks.map((ask) => askUntilRefused(ask, { ...watch, deadline }));
  const [answers, acknowledgedAt] = await Promise.all([
    Promise.all(asking),
    watch.change().then(() => performance.now()),
  ]);
  return answers.map((answered) => refusalOf(answered, { refusal: watch.refusal, acknowledgedAt }));
}

async function askUntilRefused(
  ask: Ask,
  { refusal, pauseMs, afterwardsMs, deadline }: RefusalWatch & { readonly deadline: number },
): Promise<Answered[]> {
  const answers: Answered[] = [];
  let until = deadline;
  for (let began = performance.now(); began < until; began = performance.now()) {
    const status = await ask();
    const ended = performance.now();
    const isFirst = status === refusal && !answers.some((answer) => answer.status === refusal);
    if (isFirst) until = ended + afterwardsMs;
    answers.push({ began, ended, status });
    await delay(pauseMs);
  }
  return answers;
}

function refusalOf(
  answers: readonly Answered[],
  { refusal, acknowledgedAt }: { readonly refusal: number; readonly acknowledgedAt: number },
): ServiceRefusal {
  const first = answers.find(({ status }) => status === refusal);
  const served = answers.filter(({ status }) => status === SERVED);
  const lastServed = served.at(-1);
  const after = answers.filter(({ began }) => first !== undefined && began > first.ended);
  return {
    refusedAt: first === undefined ? null : first.ended - acknowledgedAt,
    lastServedAt: lastServed === undefined ? null : lastServed.began - acknowledgedAt,
    servedAgain: after.filter(({ status }) => status === SERVED).length,
    askedAgain: after.length,
    otherStatuses: answers.map(({ status }) => status).filter((status) => status !== SERVED && status !== refusal),
  };
}
