import type { Publishable } from '@fundlens/contracts/publisher';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { CrmReader } from '../../crm-reader.ts';
import { contentOf } from '../../mapping/entity-mapping.ts';
import { createContentDigest } from '../../versioning/digest.ts';
import { createEntityPublisher, type EntityPublisher } from '../../versioning/entity-publisher.ts';
import { ABANDONED_AFTER_MS } from '../../versioning/state-publisher.ts';
import type { EntityStates } from '../../versioning/entity-state.ts';
import { createMemoryEntityStates } from '../../versioning/testing/memory-entity-states.ts';
import { parseDelivery } from '../delivery.ts';
import { observationsOf } from '../observed-delivery.ts';
import { drawFrom, type Draw } from './draw.ts';
import { wrongEndStates, wrongStatements } from './end-states.ts';
import { MODEL_LOCATION, ModelCrm, type ModelEntity, type ModelWebhook } from './model-crm.ts';
import { VirtualTime } from './virtual-time.ts';

export type ScheduleOptions = {
  readonly seed: number;
  readonly changes: number;
  readonly instances: number;
  readonly hasTimestamps: boolean;
  readonly hasUpdateTimes: boolean;
  /** Deliveries get lost, processes end in the middle, servers fail. */
  readonly losses: boolean;
  readonly crashes: boolean;
  readonly outages: boolean;
};

export type ScheduleResult = {
  /** Entities whose end state is wrong although a webhook of their last change was answered with 200. */
  readonly wrong: readonly string[];
  /** Entities whose end state is wrong after a comparison with the CRM. */
  readonly wrongAfterComparison: readonly string[];
  /** Webhooks that were answered with 200 when the log had neither their change nor a later one. */
  readonly answeredTooEarly: readonly string[];
  readonly deliveries: number;
  readonly readings: number;
  readonly published: number;
  /** Entities of which a webhook of the last change was answered with 200, and none lacked a field unnoticed. */
  readonly held: number;
};

const START = Date.parse('2026-03-02T09:00:00Z');
const TOLERANCE_MS = 60_000;
/** The clocks of two processes, and the CRM's, differ by twice this at most; with the sending it stays below the tolerance. */
const MAX_SKEW_MS = 20_000;
const RETRY_MS = 10 * 60_000;
const MAX_RETRIES = 6;
const INDEX_LAG_MS = 10 * 60_000;
const ENTITIES: readonly ModelEntity[] = [
  { kind: 'contact', id: 'c-1' },
  { kind: 'opportunity', id: 'o-1' },
];

/** Runs one schedule in virtual time: changes of a model CRM, its webhooks, and instances of the adapter with faults. */
export async function runSchedule(options: ScheduleOptions): Promise<ScheduleResult> {
  const schedule = new Schedule(options);
  await schedule.runChanges();
  await schedule.heal();
  const held = ENTITIES.filter((entity) => schedule.isHeld(entity));
  const wrong = wrongEndStates(held, schedule);
  await schedule.compare();
  const { deliveries, readings, answeredTooEarly } = schedule;
  return {
    ...{ wrong, wrongAfterComparison: wrongEndStates(ENTITIES, { ...schedule.parts(), instants: true }) },
    ...{ answeredTooEarly, deliveries, readings, published: schedule.log.length, held: held.length },
  };
}

class Schedule {
  readonly time = new VirtualTime(START);
  readonly log: Publishable[] = [];
  readonly crm: ModelCrm;
  deliveries = 0;
  readings = 0;
  readonly answeredTooEarly: string[] = [];
  readonly #options: ScheduleOptions;
  readonly #draw: Draw;
  readonly #states = createMemoryEntityStates();
  readonly #instances: Instance[];
  readonly #acknowledged: ModelWebhook[] = [];
  #healed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#draw = drawFrom(options.seed);
    const { time } = this;
    const { hasTimestamps, hasUpdateTimes } = options;
    const clockAheadMs = this.#draw.upTo(MAX_SKEW_MS);
    const send = (webhook: ModelWebhook) => this.#send(webhook);
    this.crm = new ModelCrm({ time, draw: this.#draw, clockAheadMs, send, hasTimestamps, hasUpdateTimes });
    this.#instances = Array.from({ length: options.instances }, () => this.#started(this.#draw.upTo(MAX_SKEW_MS)));
  }

  parts(): Pick<Schedule, 'log' | 'crm'> {
    return { log: this.log, crm: this.crm };
  }

  /** Whether a webhook of the last change was answered with 200, and the CRM kept no field back that nobody can miss. */
  isHeld(entity: ModelEntity): boolean {
    const own = this.#acknowledged.filter((webhook) => webhook.entity === entity);
    // The update that follows a deletion does not say that there was one.
    const isDeleted = this.crm.state(entity)?.deleted ?? false;
    const ofLast = own.filter(({ change }) => change === this.crm.changes(entity));
    return !own.some(({ lacksField }) => lacksField) && ofLast.some(({ isDeletion }) => isDeletion || !isDeleted);
  }

  /** Whether the log has the change of the webhook or a later one, as far as that can be told of it. */
  #isStored({ entity, change, isDeletion }: ModelWebhook): boolean {
    if (this.#acknowledged.some((webhook) => webhook.entity === entity && webhook.lacksField)) return true;
    const all = this.crm.states(entity);
    // The update beside a deletion shows the state before it.
    const isBeside = !isDeletion && all[change - 1]?.deleted === true;
    const states = all.slice(isBeside ? Math.max(0, change - 2) : change - 1);
    return states.some((state) => wrongStatements(entity, state, { log: this.log }).length === 0);
  }

  async runChanges(): Promise<void> {
    const { changes, crashes } = this.#options;
    let at = START;
    for (let change = 0; change < changes; change++) {
      at += this.#draw.chance(0.5) ? this.#draw.upTo(20_000) : this.#draw.upTo(30 * 60_000);
      const entity = this.#draw.pick(ENTITIES);
      this.time.at(at, () => this.crm.change(entity));
      if (crashes && this.#draw.chance(0.4)) this.time.at(at + this.#draw.upTo(10_000), () => this.#crash());
      if (this.#draw.chance(0.3)) this.time.at(at + this.#draw.upTo(600_000), () => this.#list());
      this.time.at(at + this.#draw.upTo(600_000), () => void this.#sweep());
    }
    await this.time.run();
  }

  /** All servers are back, and what is due is done. */
  async heal(): Promise<void> {
    this.#healed = true;
    for (let round = 0; round < 10; round++) {
      this.time.at(this.time.now + ABANDONED_AFTER_MS + MAX_SKEW_MS + 1, () => void this.#sweep());
      await this.time.run();
    }
  }

  async compare(): Promise<void> {
    for (const { kind, id } of ENTITIES) {
      void this.#pickInstance().publisher.readBack({ kind, locationId: MODEL_LOCATION, id });
      await this.time.run();
    }
    await this.heal();
  }

  #send(webhook: ModelWebhook): void {
    const copies = this.#draw.chance(0.2) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      if (this.#options.losses && this.#draw.chance(0.15)) continue;
      const delay = this.#draw.chance(0.15) ? this.#draw.upTo(15 * 60_000) : this.#draw.upTo(5_000);
      this.time.at(this.time.now + delay, () => void this.#deliver(webhook, 0));
    }
  }

  async #deliver(webhook: ModelWebhook, attempt: number): Promise<void> {
    this.deliveries++;
    const instance = this.#pickInstance();
    try {
      const delivery = parseDelivery(Buffer.from(JSON.stringify(webhook.body)), instance.clock());
      const context = { toleranceMs: TOLERANCE_MS, onCut: () => undefined };
      for (const observation of observationsOf(delivery, context)) await instance.publisher.observe(observation);
      this.#acknowledged.push(webhook);
      if (!this.#isStored(webhook))
        this.answeredTooEarly.push(`${String(webhook.body.type)} of change ${webhook.change}`);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      if (attempt >= MAX_RETRIES) return;
      this.time.at(this.time.now + RETRY_MS + this.#draw.upTo(120_000), () => void this.#deliver(webhook, attempt + 1));
    }
  }

  #list(): void {
    const entity = this.#draw.pick(ENTITIES);
    const state = this.crm.listed(entity, INDEX_LAG_MS);
    if (state === null || state.deleted) return;
    const { clock, publisher } = this.#pickInstance();
    const now = clock();
    const ref = { kind: entity.kind, locationId: MODEL_LOCATION, id: entity.id };
    const content = contentOf(ref, state.fields, { occurredAt: now, onCut: () => undefined });
    const seen = { from: now - INDEX_LAG_MS - TOLERANCE_MS, to: now + TOLERANCE_MS };
    void publisher.observe({ ref, authority: 'listing', seen, content, occurredAt: now }).catch(onlyRetryable);
  }

  async #sweep(): Promise<void> {
    const { publisher, clock } = this.#pickInstance();
    for (const ref of await this.#states.due(clock(), 10)) await publisher.readBack(ref).catch(onlyRetryable);
  }

  #pickInstance(): Instance {
    return this.#draw.pick(this.#instances);
  }

  #crash(): void {
    const index = this.#draw.upTo(this.#instances.length - 1);
    const ended = this.#instances[index];
    if (ended === undefined) return;
    ended.end();
    this.#instances[index] = this.#started(ended.skewMs);
  }

  #started(skewMs: number): Instance {
    let runs = true;
    const clock = () => this.time.now + skewMs;
    /** A step of an instance that has ended never comes to its end. */
    const step = async (maxMs: number) => {
      await this.time.sleep(this.#draw.upTo(maxMs));
      if (!runs) await new Promise(() => undefined);
    };
    const publisher = createEntityPublisher({
      ...{ states: this.#faultyStates(step), reader: this.#faultyReader(step), publish: this.#faultyLog(step) },
      digest: createContentDigest('a secret of the schedules, 32 characters'),
      mapEntity: (ref, source, occurredAt) => contentOf(ref, source, { occurredAt, onCut: () => undefined }),
      ...{ clock, toleranceMs: TOLERANCE_MS, epoch: 0 },
      pause: (attempt) => step(200 * attempt),
    });
    const end = () => {
      runs = false;
    };
    return { publisher, clock, skewMs, end };
  }

  #fails(): boolean {
    return this.#options.outages && !this.#healed && this.#draw.chance(0.08);
  }

  #faultyStates(step: Step): EntityStates {
    const states = this.#states;
    return {
      ...states,
      load: async (ref) => {
        await step(20);
        if (this.#fails()) throw away('mongodb');
        const state = await states.load(ref);
        await step(20);
        return state;
      },
      swap: async (previous, next) => {
        await step(20);
        if (this.#fails()) throw away('mongodb');
        const swapped = await states.swap(previous, next);
        await step(20);
        // Stored, but the answer is lost.
        if (this.#fails()) throw away('mongodb');
        return swapped;
      },
    };
  }

  #faultyReader(step: Step): CrmReader {
    return {
      readEntity: async (ref) => {
        this.readings++;
        await step(50);
        if (this.#fails()) throw away('highlevel');
        const reading = await this.crm.reader.readEntity(ref);
        await step(50);
        return reading;
      },
    };
  }

  #faultyLog(step: Step): (events: readonly Publishable[]) => Promise<void> {
    return async (events) => {
      await step(100);
      if (this.#fails()) throw away('kafka');
      // Out of time for the caller, and stored nevertheless, perhaps much later.
      if (this.#fails()) {
        this.time.at(this.time.now + this.#draw.upTo(30_000), () => this.log.push(...events));
        throw away('kafka');
      }
      this.log.push(...events);
      await step(100);
    };
  }
}

type Step = (maxMs: number) => Promise<void>;

type Instance = {
  readonly publisher: EntityPublisher;
  readonly clock: () => number;
  readonly skewMs: number;
  readonly end: () => void;
};

function away(server: string): RetryableError {
  return new RetryableError(`${server}_unavailable`, `${server} is away.`);
}

function onlyRetryable(error: unknown): void {
  if (!(error instanceof RetryableError) || error instanceof InvalidError) throw error;
}
