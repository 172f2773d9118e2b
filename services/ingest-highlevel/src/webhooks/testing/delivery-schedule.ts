import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import type { CrmReader } from '../../crm-reader.ts';
import { statementOf } from '../../mapping/entity-mapping.ts';
import { createDigests } from '../../marks/digests.ts';
import type { Marks } from '../../marks/mark.ts';
import { ABSENCE_AGAIN_MS } from '../../marks/mark.ts';
import { createMarkReader } from '../../marks/mark-reader.ts';
import { CLAIM_MS, createMarkReading } from '../../marks/mark-reading.ts';
import { createMemoryMarks } from '../../marks/testing/memory-marks.ts';
import { parseDelivery } from '../delivery.ts';
import { marksOf } from '../marks-of-delivery.ts';
import { type Draw, drawFrom } from './draw.ts';
import { wrongEndStates } from './end-states.ts';
import { MODEL_LOCATION, ModelCrm, type ModelEntity, type ModelWebhook } from './model-crm.ts';
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
  /** Entities whose end state is wrong although a webhook of their last change was answered with 200. */
  readonly wrong: readonly string[];
  /** Entities whose end state is wrong after a sweep has marked them. */
  readonly wrongAfterSweep: readonly string[];
  readonly deliveries: number;
  readonly readings: number;
  readonly published: number;
  /** Entities of which a webhook of the last change was answered with 200. */
  readonly held: number;
};

const START = Date.parse('2026-03-02T09:00:00Z');
/** The clocks of two processes, and the CRM's, differ by twice this at most. */
const MAX_SKEW_MS = 20_000;
const RETRY_MS = 10 * 60_000;
const MAX_RETRIES = 6;
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
  await schedule.sweep();
  const { deliveries, readings } = schedule;
  const wrongAfterSweep = wrongEndStates(ENTITIES, schedule);
  return { wrong, wrongAfterSweep, deliveries, readings, published: schedule.log.length, held: held.length };
}

class Schedule {
  readonly time = new VirtualTime(START);
  readonly log: Publishable[] = [];
  readonly crm: ModelCrm;
  deliveries = 0;
  readings = 0;
  readonly #options: ScheduleOptions;
  readonly #draw: Draw;
  readonly #marks = createMemoryMarks();
  readonly #instances: Instance[];
  readonly #acknowledged: ModelWebhook[] = [];
  #healed = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#draw = drawFrom(options.seed);
    const { time } = this;
    const clockAheadMs = this.#draw.upTo(MAX_SKEW_MS);
    const send = (webhook: ModelWebhook) => this.#send(webhook);
    this.crm = new ModelCrm({ time, draw: this.#draw, clockAheadMs, send });
    this.#instances = Array.from({ length: options.instances }, () => this.#started(this.#draw.upTo(MAX_SKEW_MS)));
  }

  /** Whether a webhook of the last change was answered with 200. */
  isHeld(entity: ModelEntity): boolean {
    const last = this.crm.changes(entity);
    return this.#acknowledged.some((webhook) => webhook.entity === entity && webhook.change === last);
  }

  async runChanges(): Promise<void> {
    const { changes, crashes } = this.#options;
    let at = START;
    for (let change = 0; change < changes; change++) {
      at += this.#draw.upTo(this.#draw.pick([4_000, 20_000, 30 * 60_000]));
      const entity = this.#draw.pick(ENTITIES);
      this.time.at(at, () => this.crm.change(entity));
      if (crashes && this.#draw.chance(0.4)) this.time.at(at + this.#draw.upTo(10_000), () => this.#crash());
      if (this.#draw.chance(0.3))
        this.time.at(at + this.#draw.upTo(600_000), () => void this.#mark(this.#draw.pick(ENTITIES)));
      this.time.at(at + this.#draw.upTo(600_000), () => void this.#look());
    }
    await this.time.run();
  }

  /** All servers are back, and what is marked is read. */
  async heal(): Promise<void> {
    this.#healed = true;
    for (let round = 0; round < 10; round++) {
      const later = Math.max(CLAIM_MS, ABSENCE_AGAIN_MS) + MAX_SKEW_MS + 1;
      this.time.at(this.time.now + later, () => void this.#look());
      await this.time.run();
    }
  }

  /** As a sweep that finds a difference. */
  async sweep(): Promise<void> {
    for (const entity of ENTITIES) await this.#mark(entity);
    await this.heal();
  }

  async #mark({ kind, id }: ModelEntity): Promise<void> {
    await this.#marks.mark({ kind, locationId: MODEL_LOCATION, id }, { at: this.time.now, urgent: false });
  }

  #send(webhook: ModelWebhook): void {
    const copies = this.#draw.chance(0.2) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      if (this.#options.losses && this.#draw.chance(0.15)) continue;
      const delay = this.#draw.upTo(this.#draw.pick([100, 100, 5_000, 15 * 60_000]));
      this.time.at(this.time.now + delay, () => void this.#deliver(webhook, 0));
    }
  }

  async #deliver(webhook: ModelWebhook, attempt: number): Promise<void> {
    this.deliveries++;
    const { marks, clock, look } = this.#pickInstance();
    try {
      const delivery = parseDelivery(Buffer.from(JSON.stringify(webhook.body)), clock());
      const wanted = await marksOf(delivery, { installations: marks.installations, withAccess: false });
      for (const { ref } of wanted) await marks.mark(ref, { at: clock(), urgent: true });
      this.#acknowledged.push(webhook);
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      if (attempt >= MAX_RETRIES) return;
      this.time.at(this.time.now + RETRY_MS + this.#draw.upTo(120_000), () => void this.#deliver(webhook, attempt + 1));
    }
    await look();
  }

  async #look(): Promise<void> {
    await this.#pickInstance().look();
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
      // Now and then a process stands still for longer than its claims last.
      await this.time.sleep(this.#draw.upTo(this.#stalls() ? 3 * CLAIM_MS : maxMs));
      if (!runs) await new Promise(() => undefined);
    };
    const marks = this.#faultyMarks(step);
    const readMark = createMarkReading({
      ...{ marks, clock, epoch: 0, reader: this.#faultyReader(step), publish: this.#faultyLog(step) },
      digests: createDigests('a secret of the schedules, 32 characters'),
      mapEntity: (ref, source, occurredAt) => statementOf(ref, source, { occurredAt, onCut: () => undefined }),
    });
    const logger = createLogger({ service: 'test', level: 'silent', sanitize: (line) => line });
    const reader = createMarkReader({ marks, readMark, clock, logger, atOnce: 100, onTrouble: () => undefined });
    const end = () => {
      runs = false;
    };
    return { marks, look: () => reader.readDue().catch(onlyRetryable), clock, skewMs, end };
  }

  #fails(): boolean {
    return this.#options.outages && !this.#healed && this.#draw.chance(0.08);
  }

  #stalls(): boolean {
    return this.#options.crashes && !this.#healed && this.#draw.chance(0.03);
  }

  /** Each call takes a while before and after it happens, and fails before or after it. */
  #faultyMarks(step: Step): Marks {
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
    const marks = this.#marks;
    return {
      ...marks,
      ...{ mark: faulty(marks.mark), due: faulty(marks.due), claim: faulty(marks.claim), settle: faulty(marks.settle) },
      ...{ addContact: faulty(marks.addContact), postpone: faulty(marks.postpone) },
    };
  }

  #faultyReader(step: Step): CrmReader {
    return {
      readEntity: async (ref) => {
        this.readings++;
        await step(50);
        if (this.#fails()) throw away('highlevel');
        const reading = await this.crm.readEntity(ref);
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
