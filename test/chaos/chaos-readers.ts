import { sleep } from '@fundlens/runtime/backoff';
import { type ApiAnswer, request, target } from '../harness/api-client.ts';
import type { Random } from '../simulation/random.ts';
import { READABLE, RECOUNTED, reader } from './chaos-load.ts';
import type { Entity, KnownStates, OwnWrite } from './known-states.ts';
import type { ReadFloors } from './read-floors.ts';

/** What came of all reads. Times in milliseconds. */
export type ReadTally = {
  total: number;
  /** By status, `WAITED_IN_VAIN`, and `no answer` for broken and refused connections. */
  readonly byOutcome: Map<string, number>;
  /** Compared with all states that the entity ever had. */
  compared: number;
  /** Compared, and sent with the position of the last write. */
  ownWrites: number;
  /** How old the oldest answer was: its own time less `X-Data-As-Of`. */
  longestFreshnessGapMs: number;
  /** What was answered that must never be: at most so many lines are kept as `MOST_WRONG`. */
  readonly wrong: string[];
  /** By base URL: when the last good answer came, by the clock of `performance`. */
  readonly lastGoodAt: Map<string, number>;
};

/** The outcome of a read that waited for a write and was told to come again. */
export const WAITED_IN_VAIN = '500 waiting';

const PAUSE_MS = 25;
/** As a client with manners waits; otherwise most reads would be of a process that is being started. */
const PAUSE_AFTER_FAILURE_MS = 250;
const MOST_WRONG = 50;
const OK = 200;
const NOT_FOUND = 404;
const SERVER_ERROR = 500;

export function newTally(): ReadTally {
  return {
    total: 0,
    byOutcome: new Map(),
    compared: 0,
    ownWrites: 0,
    longestFreshnessGapMs: 0,
    wrong: [],
    lastGoodAt: new Map(),
  };
}

export type ReaderOptions = {
  readonly baseUrl: string;
  readonly random: Random;
  readonly known: KnownStates;
  readonly tally: ReadTally;
  /** Shared by the readers of one query service: none of them may read what is older than what one of them has read. */
  readonly floors?: ReadFloors;
  /** Default: every answer is held to the document of this build. */
  readonly ask?: typeof request;
};

/** Reads one thing after the other until aborted, and judges every answer. */
export async function readOnAndOn(options: ReaderOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answered = await readOnce(options);
    await sleep(answered ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS, signal);
  }
}

type Question = { readonly target: string; readonly entity: Entity | null; readonly write: OwnWrite | null };

/** Most questions are about one thing whose every state is known; some of these wait for the last write. */
function question(random: Random, known: KnownStates): Question {
  const kind = random.next();
  const write = kind < 0.15 ? known.lastWrite() : null;
  const entity = write?.entity ?? (kind < 0.7 ? known.anyEntity(random) : null);
  return { target: entity?.target ?? listTarget(random), entity, write };
}

/** @returns whether there was an answer that is of use */
async function readOnce({ baseUrl, random, known, tally, floors, ask = request }: ReaderOptions): Promise<boolean> {
  const asked = question(random, known);
  const floor = asked.entity === null ? null : (floors?.of(asked.entity) ?? null);
  const headers = asked.write === null ? {} : { 'x-wait-for-position': asked.write.position };
  tally.total += 1;
  const answer = await ask(baseUrl, { target: asked.target, token: reader.token, headers }).catch(noAnswer);
  const outcome = typeof answer === 'string' ? answer : outcomeOf(answer, asked);
  tally.byOutcome.set(outcome, (tally.byOutcome.get(outcome) ?? 0) + 1);
  const wrong = typeof answer === 'string' ? wrongFailure(answer) : wrongAnswer(answer, asked, known);
  if (wrong !== null && tally.wrong.length < MOST_WRONG) tally.wrong.push(`GET ${asked.target}: ${wrong}`);
  if (typeof answer === 'string' || answer.status === SERVER_ERROR) return false;

  tally.lastGoodAt.set(baseUrl, performance.now());
  const asOf = Date.parse(answer.headers.get('x-data-as-of') ?? '');
  if (asOf > 0) tally.longestFreshnessGapMs = Math.max(tally.longestFreshnessGapMs, Date.now() - asOf);
  if (asked.entity !== null) {
    tally.compared += 1;
    floors?.read(asked.entity, dataOf(answer), floor);
  }
  if (asked.write !== null) tally.ownWrites += 1;
  return true;
}

/** A read that waits for a write is refused after five seconds: that says how far projectors lag. */
function outcomeOf({ status }: ApiAnswer, { write }: Question): string {
  return status === SERVER_ERROR && write !== null ? WAITED_IN_VAIN : String(status);
}

function wrongFailure(failure: string): string | null {
  return failure === UNDOCUMENTED ? failure : null;
}

function wrongAnswer(answer: ApiAnswer, { entity, write }: Question, known: KnownStates): string | null {
  const { status } = answer;
  // An outage, said as such: the document asks for Retry-After, and every answer is held to the document.
  if (status === SERVER_ERROR) return null;
  if (status !== OK && (entity === null || status !== NOT_FOUND)) return `answered ${status}`;
  if (entity === null || known.wasOnce(entity, dataOf(answer), write?.slot)) return null;
  return write === null ? 'it was never so' : 'it is older than the write that was waited for, or was never so';
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
