import { type TopicPartition, partitionKey } from '@fundlens/projection/log/source';
import type { PublishedRecord } from '../invariants/published-record.ts';
import type { Fault, Weather } from './faults.ts';
import type { Laboratory } from './laboratory.ts';
import { MemoryBroker } from './memory-broker.ts';
import { type Backup, MemoryDatabase } from './memory-database.ts';
import type { Random } from '@fundlens/runtime/testing/random';
import { type Process, Scheduler } from './scheduler.ts';
import { type Defect, type ProjectorParts, type SimulatedProjector, startProjector } from './simulated-projector.ts';
import { NO_FAULTS, SimulatedServer } from './simulated-server.ts';
import type { Draft } from './workload.ts';
import { watchWrites } from './write-watch.ts';

/** A member that is gone without a word is missed after this long. */
const SESSION_MS = 900;
const LONGEST_OUTAGE_MS = 2_500;
/** A backup is made after every so many published records. */
const BACKUP_EVERY = 10;
/** Of appended records, how many are followed by an offset that the log keeps for itself. */
const MARKER = 0.08;
/** Of appended records, how many begin a transaction, and how long it is open at most. */
const TRANSACTION = 0.05;
const LONGEST_TRANSACTION_MS = 4_000;
/** Publishers with another idea of partitions than ours. */
const ELSEWHERE = 0.05;

/** Faults that happen to one process, and in which states it can be. */
const STRIKES_ONE: Readonly<Partial<Record<Fault, readonly Process['state'][]>>> = {
  crash: ['running', 'frozen'],
  expire: ['running', 'frozen'],
  stop: ['running'],
  freeze: ['running'],
  thaw: ['frozen'],
};

const MOST_COPIES = 2;

export type WorldOptions = Pick<ProjectorParts, 'laboratory' | 'random' | 'weather' | 'defect' | 'wrong'> & {
  readonly weather: Weather;
  readonly beginning: number;
  readonly remembered: number;
};

/** A log, a database and projector processes, and everything that can happen to them. */
export class World implements ProjectorParts {
  readonly laboratory: Laboratory;
  readonly random: Random;
  readonly weather: Weather;
  readonly defect: Defect | null;
  readonly wrong: (what: string) => void;
  readonly scheduler: Scheduler;
  readonly broker: MemoryBroker;
  readonly database: MemoryDatabase;
  readonly server: SimulatedServer;
  /** What the log holds, by partition and offset; null where it is a marker. */
  readonly published = new Map<string, (PublishedRecord | null)[]>();
  /** How often each fault happened, and what came of them. */
  readonly happened = new Map<string, number>();
  #projectors: SimulatedProjector[] = [];
  #appended = 0;
  readonly #backups: Backup[];

  constructor({ laboratory, random, weather, defect, wrong, beginning, remembered }: WorldOptions) {
    this.laboratory = laboratory;
    this.random = random;
    this.weather = weather;
    this.defect = defect;
    this.wrong = wrong;
    this.scheduler = new Scheduler({ random, now: beginning, remembered });
    this.broker = new MemoryBroker(this.scheduler.now);
    this.database = new MemoryDatabase(watchWrites(this));
    this.server = new SimulatedServer(this);
    for (const topic of Object.values(laboratory.topics)) {
      this.broker.createTopic(topic, weather.partitions);
      for (const topicPartition of this.topicPartitionsOf(topic)) this.published.set(partitionKey(topicPartition), []);
    }
    laboratory.enter(this.scheduler.now);
    this.#backups = [this.database.backUp()];
  }

  topicPartitionsOf(topic: string): TopicPartition[] {
    return Array.from({ length: this.weather.partitions }, (_, partition) => ({ topic, partition }));
  }

  get running(): readonly SimulatedProjector[] {
    return this.#projectors.filter(({ process }) => process.state === 'running');
  }

  records(): PublishedRecord[] {
    return [...this.published.values()].flat().filter((record) => record !== null);
  }

  append({ stream, key, value, expected }: Draft): void {
    const { laboratory, random, weather } = this;
    const partition = random.chance(ELSEWHERE)
      ? random.below(weather.partitions)
      : partitionOf(key, weather.partitions);
    const topicPartition = { topic: laboratory.topics[stream], partition };
    if (random.chance(TRANSACTION)) {
      const end = this.broker.begin(topicPartition);
      this.scheduler.after(random.below(LONGEST_TRANSACTION_MS), 'a transaction ends', end);
    }
    const { offset, appendedAt } = this.broker.append(topicPartition, { key, value });
    this.#remember({ ...topicPartition, offset, appendedAt, expected });
    if (random.chance(MARKER)) {
      this.broker.appendMarker(topicPartition);
      this.published.get(partitionKey(topicPartition))?.push(null);
    }
    this.#appended += 1;
    if (this.#appended % BACKUP_EVERY === 0) this.#backups.push(this.database.backUp());
  }

  start(): void {
    this.#projectors.push(startProjector(`projector ${this.#projectors.length + 1}`, this));
  }

  /** Makes the fault happen, where there is something that it can happen to. */
  strike(fault: Fault): void {
    const { random, weather } = this;
    const alive = this.#projectors.filter(({ process }) => process.state !== 'dead');
    const states = STRIKES_ONE[fault];
    const open = this.#projectors.filter(({ process }) => states?.includes(process.state));
    const one = open.length === 0 ? undefined : random.pick(open);
    if (states !== undefined && one === undefined) return;
    switch (fault) {
      case 'start':
        if (alive.length >= weather.processes) return;
        this.start();
        break;
      case 'crash':
        if (one !== undefined) this.#crash(one);
        break;
      case 'stop':
        if (one !== undefined) this.#stop(one);
        break;
      case 'freeze':
        if (one !== undefined) this.#freeze(one);
        break;
      case 'thaw':
        if (one !== undefined) one.process.state = 'running';
        break;
      case 'expire':
        if (one !== undefined) this.#miss(one);
        break;
      case 'rebalance':
        this.broker.rebalance(random.pick(['access', 'changes']));
        break;
      case 'replicate':
        this.database.replicate();
        break;
      case 'step down':
        this.database.stepDown();
        break;
      case 'away':
        if (this.server.away) return;
        this.server.away = true;
        this.scheduler.after(random.below(LONGEST_OUTAGE_MS), 'the server is back', () => {
          this.server.away = false;
        });
        break;
      case 'restore':
        // As an operator does it: all processes are stopped before, and started after.
        for (const projector of alive) this.#crash(projector);
        this.server.restore(random.pick(this.#backups));
        break;
    }
    this.count(fault);
    this.scheduler.note(`— ${fault}${one === undefined ? '' : ` (${one.process.name})`}`);
  }

  /** No more faults: all processes that stand still go on, and one runs at least. */
  calm(): void {
    this.server.faults = NO_FAULTS;
    this.server.away = false;
    for (const { process } of this.#projectors) if (process.state === 'frozen') process.state = 'running';
    if (this.running.length === 0) this.start();
  }

  /** Partitions that stopped for good, with their reasons. */
  stopped(): string[] {
    return this.running.flatMap(({ process, partitionHealth }) =>
      Object.entries(partitionHealth.report().checks)
        .filter(([, state]) => state.startsWith('stopped'))
        .map(([part, state]) => `${process.name}: ${part} ${state}`),
    );
  }

  /** Any process may take it; some are lost, some come twice. */
  wakeUp(locationId: string): void {
    const { random, running } = this;
    for (let copies = random.below(MOST_COPIES + 1); copies > 0 && running.length > 0; copies -= 1) {
      random.pick(running).refresh(locationId);
    }
  }

  count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  #crash(projector: SimulatedProjector): void {
    projector.process.state = 'dead';
    this.#missLater(projector);
  }

  #freeze(projector: SimulatedProjector): void {
    projector.process.state = 'frozen';
    this.#missLater(projector);
  }

  #stop(projector: SimulatedProjector): void {
    projector
      .stop()
      .then(() => {
        projector.process.state = 'dead';
      })
      .catch((error: unknown) => this.wrong(`${projector.process.name} did not stop: ${String(error)}`));
  }

  #missLater(projector: SimulatedProjector): void {
    this.scheduler.after(SESSION_MS, `the group misses ${projector.process.name}`, () => {
      if (projector.process.state !== 'running') this.#miss(projector);
    });
  }

  #miss({ members }: SimulatedProjector): void {
    for (const { groupId, memberId } of members) this.broker.remove(groupId, memberId);
  }

  #remember(record: PublishedRecord): void {
    this.published.get(partitionKey(record))?.push(record);
  }
}

function partitionOf(key: Buffer | null, partitions: number): number {
  let sum = 0;
  for (const byte of key ?? []) sum = (Math.imul(sum, 31) + byte) >>> 0;
  return sum % partitions;
}
