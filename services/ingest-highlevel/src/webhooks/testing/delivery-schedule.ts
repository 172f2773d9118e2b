import { isDeepStrictEqual } from 'node:util';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { createRandom, type Random } from '@fundlens/runtime/testing/random';
import { type CrmClient, createCrmClient } from '../../crm-api/crm-client.ts';
import { statementOf } from '../../mapping/entity-mapping.ts';
import type { MapEntity } from '../../marks/content.ts';
import { createDigests } from '../../marks/digests.ts';
import { ABSENCE_AGAIN_MS, type Marks } from '../../marks/mark.ts';
import { createMarkReader } from '../../marks/mark-reader.ts';
import { CLAIM_MS, createMarkReading } from '../../marks/mark-reading.ts';
import { createMemoryMarks } from '../../marks/testing/memory-marks.ts';
import { createSweeping, sweepRef } from '../../sweeps/sweep.ts';
import { NOT_COMPARED, NOT_SHOWN, statedIn, wanted } from '../../testing/end-state.ts';
import { inProcessRequests } from '../../testing/in-process-crm.ts';
import { type Change, ModelCrm, type WebhookPayload } from '../../testing/model-crm.ts';
import { LOCATION } from '../../testing/test-crm.ts';
import { parseDelivery } from '../delivery.ts';
import { marksOf } from '../marks-of-delivery.ts';
import { VirtualTime } from './virtual-time.ts';

export type ScheduleOptions = {
  readonly seed: number;
  readonly changes: number;
  readonly instances: number;
  /** Deliveries get lost, processes end in the middle, servers fail. */
  readonly losses: boolean;
  readonly crashes: boolean;
  readonly outages: boolean;
};

export type ScheduleResult = {
  /** Keys whose end state is wrong although a webhook of their entity's last change was answered with 200. */
  readonly wrong: readonly string[];
  /** Keys whose end state is wrong after a sweep. */
  readonly wrongAfterSweep: readonly string[];
  /** Events that a second sweep publishes. */
  readonly publishedAgain: number;
  /** Entities of which a webhook of the last change was answered with 200. */
  readonly held: number;
};

const START = Date.parse('2026-03-02T09:00:00Z');
/** The clocks of two processes, and the CRM's, differ by twice this at most. */
const MAX_SKEW_MS = 20_000;
const RETRY_MS = 10 * 60_000;
const MAX_RETRIES = 6;
/** Between a change and its webhooks: most are fast. */
const SENDING_MS = [200, 200, 10_000];
/** A sweep has ten steps. */
const MAX_ROUNDS = 60;
const CONTACT = 'c-1';
const DEAL = 'o-1';
const ENTITIES = [CONTACT, DEAL];

/** Runs one schedule in virtual time: changes of a model CRM, its webhooks, and instances of the adapter with faults. */
export async function runSchedule(options: ScheduleOptions): Promise<ScheduleResult> {
  const schedule = new Schedule(options);
  await schedule.runChanges();
  await schedule.heal();
  const held = ENTITIES.filter((id) => schedule.isHeld(id));
  const wrong = schedule.wrong(NOT_SHOWN).filter((key) => held.some((id) => key.endsWith(`:${id}`)));
  await schedule.sweep(options);
  const wrongAfterSweep = schedule.wrong(NOT_COMPARED);
  const published = schedule.log.length;
  await schedule.sweep({ crashes: false });
  return { wrong, wrongAfterSweep, publishedAgain: schedule.log.length - published, held: held.length };
}

class Schedule {
  readonly time = new VirtualTime(START);
  readonly log: Publishable[] = [];
  readonly #options: ScheduleOptions;
  readonly #random: Random;
  readonly #crm: ModelCrm;
  readonly #marks = createMemoryMarks();
  readonly #sweeps = createMemoryMarks();
  readonly #instances: Instance[];
  /** Of each entity, the webhooks of its last change; `acknowledged`: one was answered with 200. */
  readonly #lastChange = new Map<string, { acknowledged: boolean }>();
  #healed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#random = createRandom(options.seed);
    const clockAheadMs = this.#random.between(0, MAX_SKEW_MS);
    this.#crm = new ModelCrm(() => this.time.now + clockAheadMs);
    this.#crm.addLocation(LOCATION);
    this.#instances = Array.from({ length: options.instances }, () =>
      this.#started(this.#random.between(0, MAX_SKEW_MS)),
    );
  }

  isHeld(id: string): boolean {
    return this.#lastChange.get(id)?.acknowledged ?? false;
  }

  /** The keys that the log states otherwise than the CRM has them. @param leftOut fields that are not compared */
  wrong(leftOut: readonly string[]): string[] {
    const [stated, want] = [statedIn(this.log, leftOut), wanted(this.#crm, LOCATION, leftOut)];
    const keys = new Set([...stated.keys(), ...want.keys()]);
    return [...keys].filter((key) => !isDeepStrictEqual(stated.get(key), want.get(key)));
  }

  async runChanges(): Promise<void> {
    const { changes, crashes } = this.#options;
    let at = START;
    for (let change = 0; change < changes; change++) {
      at += this.#random.between(0, this.#random.pick([4_000, 20_000, 30 * 60_000]));
      this.time.at(at, () => this.#change());
      if (crashes && this.#random.chance(0.4)) this.#crashAt(at + this.#random.between(0, 10_000));
      if (this.#random.chance(0.3)) this.time.at(at + this.#random.between(0, 600_000), () => void this.#mark());
      this.time.at(at + this.#random.between(0, 600_000), () => void this.#look());
    }
    await this.time.run();
  }

  /** All servers are back, and what is marked is read. */
  async heal(): Promise<void> {
    this.#healed = true;
    const isMarked = async () => (await this.#marks.oldest()) !== null || (await this.#sweeps.oldest()) !== null;
    for (let round = 0; round < MAX_ROUNDS && (await isMarked()); round++) {
      const later = Math.max(CLAIM_MS, ABSENCE_AGAIN_MS) + MAX_SKEW_MS + 1;
      this.time.at(this.time.now + later, () => void this.#look());
      await this.time.run();
    }
  }

  /** Begun as often as its instances end in the middle of it. */
  async sweep({ crashes }: Pick<ScheduleOptions, 'crashes'>): Promise<void> {
    await this.#sweeps.mark(sweepRef(LOCATION), { at: this.time.now, urgent: false });
    if (crashes) this.#healed = false;
    for (let step = 0; crashes && step < 4; step++) {
      const at = this.time.now + step * 70_000;
      this.#crashAt(at + this.#random.between(0, 5_000));
      this.time.at(at, () => void this.#look());
    }
    await this.time.run();
    await this.heal();
  }

  /** As a sweep that finds a difference. */
  async #mark(): Promise<void> {
    const [kind, id] = this.#random.pick([
      ['contact', CONTACT],
      ['opportunity', DEAL],
    ] as const);
    await this.#marks.mark({ kind, locationId: LOCATION, id }, { at: this.time.now, urgent: false });
  }

  #change(): void {
    const random = this.#random;
    if (random.chance(0.1)) {
      this.#crm.put(LOCATION, 'pipeline', 'pipe-1', { name: random.pick(['Funding', 'Loans']), stages: [] });
      this.#crm.updateLocation(LOCATION, { name: random.pick(['Harbor', 'Bay']) });
    }
    const [id, { webhooks }] = random.chance(0.5) ? [CONTACT, this.#changeOfContact()] : [DEAL, this.#changeOfDeal()];
    const change = { acknowledged: false };
    this.#lastChange.set(id, change);
    for (const webhook of webhooks) {
      this.time.at(this.time.now + random.between(0, random.pick(SENDING_MS)), () => this.#send(webhook, change));
    }
  }

  #changeOfContact(): Change {
    const random = this.#random;
    const fields = random.chance(0.4)
      ? { tags: random.pick([['one'], ['one', 'two'], []]) }
      : { firstName: random.pick(['Ann', 'Bea', 'Cas']), email: random.pick(['a@example.com', 'b@example.com', '']) };
    if (this.#crm.entity(LOCATION, 'contact', CONTACT) === undefined)
      return this.#crm.createContact(LOCATION, CONTACT, fields);
    if (random.chance(0.2)) return this.#crm.remove(LOCATION, 'contact', CONTACT);
    return this.#crm.updateContact(LOCATION, CONTACT, fields);
  }

  #changeOfDeal(): Change {
    const random = this.#random;
    const fields = {
      ...{ name: random.pick(['Deal', 'Other deal']), pipelineId: 'pipe-1', monetaryValue: random.pick([100, 250.5]) },
      ...{ pipelineStageId: random.pick(['s-1', 's-2', 's-3']), status: random.pick(['open', 'won', 'lost']) },
      contactId: random.chance(0.85) ? CONTACT : 'c-2',
    };
    if (this.#crm.entity(LOCATION, 'opportunity', DEAL) === undefined)
      return this.#crm.createOpportunity(LOCATION, DEAL, fields);
    if (random.chance(0.2)) return this.#crm.remove(LOCATION, 'opportunity', DEAL);
    return this.#crm.updateOpportunity(LOCATION, DEAL, fields);
  }

  #send(webhook: WebhookPayload, change: { acknowledged: boolean }): void {
    const copies = this.#random.chance(0.2) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      if (this.#options.losses && this.#random.chance(0.15)) continue;
      const delay = this.#random.between(0, this.#random.pick([100, 100, 5_000, 15 * 60_000]));
      this.time.at(this.time.now + delay, () => void this.#deliver(webhook, change, 0));
    }
  }

  async #deliver(webhook: WebhookPayload, change: { acknowledged: boolean }, attempt: number): Promise<void> {
    const { marks, clock, look } = this.#random.pick(this.#instances);
    try {
      const delivery = parseDelivery(Buffer.from(JSON.stringify(webhook)), clock());
      const told = await marksOf(delivery, { installations: marks.installations, withAccess: false });
      for (const { ref } of told) await marks.mark(ref, { at: clock(), urgent: true });
      change.acknowledged = true;
    } catch (error) {
      onlyRetryable(error);
      if (attempt >= MAX_RETRIES) return;
      const again = this.time.now + RETRY_MS + this.#random.between(0, 120_000);
      this.time.at(again, () => void this.#deliver(webhook, change, attempt + 1));
    }
    await look();
  }

  async #look(): Promise<void> {
    await this.#random.pick(this.#instances).look();
  }

  #crashAt(instant: number): void {
    this.time.at(instant, () => {
      const index = this.#random.between(0, this.#instances.length - 1);
      const ended = this.#instances[index];
      if (ended === undefined) return;
      ended.end();
      this.#instances[index] = this.#started(ended.skewMs);
    });
  }

  #started(skewMs: number): Instance {
    let runs = true;
    const clock = () => this.time.now + skewMs;
    /** A step of an instance that has ended never comes to its end. */
    const step = async (maxMs: number) => {
      // Now and then a process stands still for longer than its claims last.
      await this.time.sleep(this.#random.between(0, this.#stalls() ? 3 * CLAIM_MS : maxMs));
      if (!runs) await new Promise(() => undefined);
    };
    const [marks, sweeps] = [this.#faultyMarks(this.#marks, step), this.#faultyMarks(this.#sweeps, step)];
    const client = this.#faultyClient(step);
    const digests = createDigests('a secret of the schedules, 32 characters');
    const mapEntity: MapEntity = async (ref, source, occurredAt) =>
      statementOf(ref, source, { occurredAt, onCut: () => undefined });
    const parts = { marks, client, digests, mapEntity, clock, logger: SILENT };
    const readMark = createMarkReading({ ...parts, epoch: 0, reader: client, publish: this.#faultyLog(step) });
    const sweep = createSweeping({ ...parts, sweeps, maxUnlisted: 1_000, withAccess: false });
    const each = { clock, logger: SILENT, atOnce: 100, onTrouble: () => undefined };
    const reader = createMarkReader({ ...each, marks, readMark });
    const sweeper = createMarkReader({ ...each, marks: sweeps, readMark: sweep });
    const look = async () => {
      await sweeper.readDue().catch(onlyRetryable);
      await reader.readDue().catch(onlyRetryable);
    };
    const end = () => {
      runs = false;
    };
    return { marks, look, clock, skewMs, end };
  }

  #fails(): boolean {
    return this.#options.outages && !this.#healed && this.#random.chance(0.08);
  }

  #stalls(): boolean {
    return this.#options.crashes && !this.#healed && this.#random.chance(0.03);
  }

  /** Each call takes a while before and after it happens, and fails before or after it. */
  #faultyMarks(marks: Marks, step: Step): Marks {
    const faulty = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
      return async (...args: Args): Promise<Result> => {
        await step(20);
        if (this.#fails()) throw away('mongodb');
        const result = await call(...args);
        await step(20);
        // Stored, but the answer is lost.
        if (this.#fails()) throw away('mongodb');
        return result;
      };
    };
    return {
      ...marks,
      ...{ mark: faulty(marks.mark), due: faulty(marks.due), claim: faulty(marks.claim), settle: faulty(marks.settle) },
      ...{ addContact: faulty(marks.addContact), postpone: faulty(marks.postpone), load: faulty(marks.load) },
      ...{ noteListed: faulty(marks.noteListed), unlisted: faulty(marks.unlisted) },
    };
  }

  /** What is true at some moment of the call. */
  #faultyClient(step: Step): CrmClient {
    const { send } = inProcessRequests(this.#crm);
    const faulty: typeof send = async (...request) => {
      await step(2_000);
      if (this.#fails()) throw away('highlevel');
      const answer = await send(...request);
      await step(2_000);
      return answer;
    };
    return createCrmClient({ send: faulty }, { appId: undefined });
  }

  #faultyLog(step: Step): (events: readonly Publishable[]) => Promise<void> {
    return async (events) => {
      await step(100);
      if (this.#fails()) throw away('kafka');
      // Out of time for the caller, and stored nevertheless, perhaps much later.
      if (this.#fails()) {
        this.time.at(this.time.now + this.#random.between(0, 30_000), () => this.log.push(...events));
        throw away('kafka');
      }
      this.log.push(...events);
      await step(100);
    };
  }
}

const SILENT = createLogger({ service: 'test', level: 'silent', sanitize: (line) => line });

type Step = (maxMs: number) => Promise<void>;

type Instance = {
  readonly marks: Marks;
  readonly look: () => Promise<void>;
  readonly clock: () => number;
  readonly skewMs: number;
  readonly end: () => void;
};

function away(server: string): RetryableError {
  return new RetryableError(`${server}_unavailable`, `${server} is away.`);
}

function onlyRetryable(error: unknown): void {
  if (!(error instanceof RetryableError)) throw error;
}
