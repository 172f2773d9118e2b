import { compareSlots, type Slot } from '@fundlens/read-models/slot';
import { sleep } from '@fundlens/runtime/backoff';
import { type ApiAnswer, request, target } from '../harness/api-client.ts';
import type { Random } from '@fundlens/runtime/testing/random';
import type { Entity, KnownStates, OwnWrite } from './known-states.ts';
import { READABLE, RECOUNTED, reader } from './load.ts';

/** What came of all reads. */
export type Reads = {
  total: number;
  /** By status, `500 waiting`, and `no answer` for broken and refused connections. */
  readonly byOutcome: Map<string, number>;
  /** Compared with all states that the entity ever had. */
  compared: number;
  /** Compared, and sent with the position of the last write. */
  ownWrites: number;
  /** What was answered that must never be: at most so many lines are kept as `MOST_WRONG`. */
  readonly wrong: string[];
  /** By base URL: when the last good answer came, by the clock of `performance`. */
  readonly lastGoodAt: Map<string, number>;
  /** By base URL: services that get no requests, as of a load balancer that was told. */
  readonly notServing: Set<string>;
  /** Nothing is away: every answer serves its client, and none is older than one that it had before. */
  isCalm: boolean;
  /** A projector stands still: what waits for its writes would wait in vain. */
  waitsForWrites: boolean;
};

const PAUSE_MS = 50;
/** As a client with manners waits; otherwise most reads would be of a process that is being started. */
const PAUSE_AFTER_FAILURE_MS = 250;
const MOST_WRONG = 50;
const OK = 200;
const NOT_FOUND = 404;
const SERVER_ERROR = 500;

export function newReads(): Reads {
  return {
    ...{ total: 0, byOutcome: new Map(), compared: 0, ownWrites: 0, wrong: [] },
    ...{ lastGoodAt: new Map(), notServing: new Set(), isCalm: false, waitsForWrites: true },
  };
}

export type ReaderOptions = {
  readonly baseUrl: string;
  readonly random: Random;
  readonly known: KnownStates;
  readonly reads: Reads;
  /** What it has read of each entity: a later answer of a calm system is not an earlier state. */
  readonly floors: Map<string, Slot>;
  /** Default: every answer is held to the document of this build. */
  readonly ask?: typeof request;
};

/** Reads one thing after the other until aborted, and judges every answer. */
export async function readOnAndOn(options: ReaderOptions, signal: AbortSignal): Promise<void> {
  const { baseUrl, reads } = options;
  while (!signal.aborted) {
    const answered = reads.notServing.has(baseUrl) || (await readOnce(options));
    await sleep(answered ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS, signal);
  }
}

type Question = { readonly target: string; readonly entity: Entity | null; readonly write: OwnWrite | null };

/** Most questions are about one thing whose every state is known; some of these wait for the last write. */
function question({ random, known, reads }: ReaderOptions): Question {
  const kind = random.next();
  const write = kind < 0.15 && reads.waitsForWrites ? known.lastWrite() : null;
  const entity = write?.entity ?? (kind < 0.7 ? known.anyEntity(random) : null);
  return { target: entity?.target ?? listTarget(random), entity, write };
}

/** @returns whether there was an answer that is of use */
async function readOnce(options: ReaderOptions): Promise<boolean> {
  const { baseUrl, known, reads, floors, ask = request } = options;
  const { target: asked, entity, write } = question(options);
  const [floor, wasCalm] = [floors.get(asked), reads.isCalm];
  const headers = write === null ? {} : { 'x-wait-for-position': write.position };
  reads.total += 1;
  const answer = await ask(baseUrl, { target: asked, token: reader.token, headers }).catch(noAnswer);
  const outcome = outcomeOf(answer, write);
  reads.byOutcome.set(outcome, (reads.byOutcome.get(outcome) ?? 0) + 1);
  const isCalm = wasCalm && reads.isCalm && !reads.notServing.has(baseUrl);
  const complain = (wrong: string) => {
    if (reads.wrong.length < MOST_WRONG) reads.wrong.push(`GET ${asked}: ${wrong}`);
  };
  if (typeof answer === 'string' || answer.status === SERVER_ERROR) {
    // An outage, said as such: the document asks for Retry-After, and every answer is held to the document.
    if (outcome === UNDOCUMENTED || (isCalm && outcome !== WAITED_IN_VAIN)) complain(outcome);
    return false;
  }
  reads.lastGoodAt.set(baseUrl, performance.now());
  if (answer.status !== OK && (entity === null || answer.status !== NOT_FOUND)) complain(`answered ${answer.status}`);
  else if (entity !== null) {
    const data = dataOf(answer);
    const atLeast = later(write?.slot, isCalm ? floor : undefined);
    if (!known.wasOnce(entity, data, atLeast)) {
      complain(
        atLeast === undefined ? 'it was never so' : 'it is older than what was read or waited for, or never was',
      );
    }
    // Several states may read alike: the oldest of them is what has been read for certain.
    const [oldest] = known.statesLike(entity, data)?.toSorted(compareSlots) ?? [];
    const raised = later(oldest, floors.get(asked));
    if (raised !== undefined) floors.set(asked, raised);
    reads.compared += 1;
  }
  if (write !== null) reads.ownWrites += 1;
  return true;
}

function later(a: Slot | undefined, b: Slot | undefined): Slot | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareSlots(a, b) > 0 ? a : b;
}

/** A read that waits for a write is refused after five seconds: that says how far projectors lag. */
const WAITED_IN_VAIN = '500 waiting';

function outcomeOf(answer: ApiAnswer | string, write: OwnWrite | null): string {
  if (typeof answer === 'string') return answer;
  return answer.status === SERVER_ERROR && write !== null ? WAITED_IN_VAIN : String(answer.status);
}

function listTarget(random: Random): string {
  const locationId = random.pick([...READABLE, RECOUNTED]);
  return random.pick([
    target('/contacts', { locationId, limit: 20 }),
    target('/pipeline', { locationId, limit: 20 }),
    target('/deals', { locationId, limit: 20 }),
    target('/dashboard/stats', { locationId, days: random.between(1, 365) }),
    target('/locations', { limit: 10 }),
  ]);
}

function dataOf({ status, body }: ApiAnswer): unknown {
  return status === NOT_FOUND ? null : (JSON.parse(body) as { data: unknown }).data;
}

const UNDOCUMENTED = 'an answer that the document does not know';

/** Why no answer came, as `fetch` has it: the connection was refused or broke, or nothing came in time. */
function noAnswer(error: unknown): string {
  if (!(error instanceof Error)) return UNDOCUMENTED;
  if (error.name === 'TimeoutError') return 'no answer (timeout)';
  if (!(error instanceof TypeError)) return UNDOCUMENTED;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
  return `no answer (${code})`;
}
