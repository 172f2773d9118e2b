import { join } from 'node:path';
import { startStack } from '@fundlens/local/stack';
import { fingerprintsWith } from '@fundlens/projection/versions/fingerprint';
import { readModels } from '@fundlens/read-models/definitions';
import { differingParts, versionsOf } from '@fundlens/read-models/model-version';
import { modelVersions } from '@fundlens/read-models/store';
import { sleep } from '@fundlens/runtime/backoff';
import { MongoClient } from 'mongodb';
import { type ChaosLoad, createChaosLoad, READABLE } from '../chaos/chaos-load.ts';
import { newTally, type ReadTally, readOnAndOn, WAITED_IN_VAIN } from '../chaos/chaos-readers.ts';
import { createKnownStates, type KnownStates } from '../chaos/known-states.ts';
import { searchEverything } from '../chaos/number-search.ts';
import { createReadFloors } from '../chaos/read-floors.ts';
import { exchange, request } from '../harness/api-client.ts';
import { startRebuild } from '../harness/rebuild-process.ts';
import { projectorEnvironment, queryEnvironment } from '../harness/service-environment.ts';
import { freePort, type ServiceProcess, startService } from '../harness/service-process.ts';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
import { drained, eventually } from '../harness/waiting.ts';
import { waitingForRefresh } from '../invariants/stored-state.ts';
import type { RunContext } from '../long-run/long-run.ts';
import { failedReads, figuresOf, outcomesOf } from '../long-run/read-figures.ts';
import type { RunReport } from '../long-run/report.ts';
import { checkStored } from '../long-run/stored-checks.ts';
import { startTraffic } from '../long-run/traffic.ts';
import { createRandom } from '../simulation/random.ts';
import { REDACTION } from '../simulation/laboratory.ts';
import { PLANTED } from '../simulation/workload.ts';
import { type Build, checkOut, thisBuild } from './previous-build.ts';

const PARTITIONS = 4;
const EVENTS_PER_SECOND = 20;
const READERS = 2;
/** Both builds at work on the same partitions and for the same readers. */
const SIDE_BY_SIDE_MS = 10_000;
const GRACE_SECONDS = 15;
const STEP_LIMIT_MS = 10 * 60_000;
/** Of a process, where several start beside a load. */
const START_LIMIT_MS = 4 * 60_000;
const STALLED_MS = 2 * 60_000;
const SERVED: ReadonlySet<string> = new Set(['200', '404', WAITED_IN_VAIN]);

export type UpgradeOptions = RunContext & { readonly from: string };

type Fleet = { readonly projectors: ServiceProcess[]; query: QueryOfBuild };
type QueryOfBuild = { readonly process: ServiceProcess; readonly stopReading: () => Promise<void> };

/**
 * Upgrades a running system from the build of another commit to this one, rolls it back, and upgrades it again, as the
 * guide has it; then compares.
 */
export async function proveUpgrade(options: UpgradeOptions): Promise<RunReport> {
  const { from, dataDirectory, environment, report, step, signal } = options;
  const previous = await step(`checking out ${from}`, async () => checkOut(from));
  try {
    const stack = await step('starting servers', () =>
      startStack({ dataDirectory, environment, report, emptyFirst: true, signal }),
    );
    try {
      const system = await createTestSystem({ name: 'upgrade-proof', stack, partitions: PARTITIONS });
      const mongo = await new MongoClient(stack.mongodbUrl, { readConcernLevel: 'majority' }).connect();
      try {
        return await new Upgrade(system, mongo, options).run(previous);
      } finally {
        await mongo.close();
        await system.stop();
      }
    } finally {
      await stack.stop();
    }
  } finally {
    previous.remove();
  }
}

class Upgrade {
  readonly #system: TestSystem;
  readonly #mongo: MongoClient;
  readonly #options: UpgradeOptions;
  readonly #known: KnownStates = createKnownStates((id) => READABLE.some((readable) => readable === id));
  readonly #tally: ReadTally = newTally();
  readonly #floors: ReturnType<typeof createReadFloors>[] = [];
  readonly #load: ChaosLoad;
  readonly #ended: string[] = [];
  readonly #running = new Set<ServiceProcess>();
  #needsRebuild = false;

  constructor(system: TestSystem, mongo: MongoClient, options: UpgradeOptions) {
    this.#system = system;
    this.#mongo = mongo;
    this.#options = options;
    this.#load = createChaosLoad({
      ...{ publisher: system, seed: options.seed, eventsPerSecond: EVENTS_PER_SECOND, now: Date.now() },
      ...{ known: this.#known, interrupted: options.signal },
    });
  }

  async run(previous: Build): Promise<RunReport> {
    const { step, signal } = this.#options;
    try {
      const projectors = [await this.#projector(previous), await this.#projector(previous)];
      await this.#load.prepare();
      await this.#system.applied.all({ deadlineMs: STEP_LIMIT_MS });
      this.#needsRebuild = await this.#differs();
      const traffic = startTraffic({ load: this.#load, readers: () => [], signal });
      const fleet: Fleet = { projectors, query: await this.#query(previous) };
      await sleep(SIDE_BY_SIDE_MS, signal);
      await step('upgrading', () => this.#roll(fleet, thisBuild, 'projectors first'));
      await step('rolling back', () => this.#roll(fleet, previous, 'query first'));
      await step('upgrading again', () => this.#roll(fleet, thisBuild, 'projectors first'));
      await traffic.stopPublishing();
      await this.#system.applied.all({ deadlineMs: STEP_LIMIT_MS });
      const db = this.#mongo.db(this.#system.database);
      await drained(() => waitingForRefresh(db), { what: 'dashboards that wait', stalledAfterMs: STALLED_MS, signal });
      await fleet.query.stopReading();
      for (const service of [fleet.query.process, ...fleet.projectors]) await this.#stop(service);
      return await this.#report(previous, traffic.failures);
    } finally {
      await Promise.all([...this.#running].map((service) => service.kill()));
    }
  }

  /** Whether the two builds make documents otherwise. */
  async #differs(): Promise<boolean> {
    const own = fingerprintsWith(REDACTION);
    const stored = await modelVersions(this.#mongo.db(this.#system.database));
    return readModels.some((definition) => {
      const model = stored.get(definition.name);
      const active = model && versionsOf(model).find(({ state }) => state === 'active');
      return active !== undefined && differingParts(active, own(definition)).length > 0;
    });
  }

  async #roll(fleet: Fleet, to: Build, order: 'projectors first' | 'query first'): Promise<void> {
    this.#options.report(`to ${to.name}${this.#needsRebuild ? ', by a rebuild' : ''}, ${order}`);
    if (order === 'query first') await this.#rollQuery(fleet, to);
    await this.#rollProjectors(fleet, to);
    if (order === 'projectors first') await this.#rollQuery(fleet, to);
  }

  async #rollProjectors({ projectors }: Fleet, to: Build): Promise<void> {
    const { signal } = this.#options;
    const before = projectors.splice(0);
    const rebuild = this.#needsRebuild ? await this.#switched(to) : null;
    for (const leaving of before) {
      projectors.push(await this.#projector(to));
      await sleep(SIDE_BY_SIDE_MS, signal);
      if (rebuild === null) await this.#stop(leaving);
    }
    if (rebuild === null) return;
    // Until then the old projectors write what readers that have not noticed the switch still read.
    const status = await rebuild.ended;
    if (status !== 0) this.#ended.push(`the rebuild ended with ${status}: ${rebuild.errors().slice(-500)}`);
    for (const leaving of before) await this.#stop(leaving);
  }

  /** A rebuild by the other build, once readers are switched. */
  async #switched(to: Build) {
    const { stack, topicPrefix, database } = this.#system;
    const environment = projectorEnvironment({ stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 0 });
    const args = ['all', '--new-fingerprint', '--grace', String(GRACE_SECONDS)];
    const rebuild = startRebuild(environment, args, to.command);
    const runs = this.#mongo.db(database).collection<{ readonly phase: string }>('rebuilds');
    const before = (await runs.findOne({}))?.phase;
    await eventually(
      async () => {
        const phase = (await runs.findOne({}))?.phase;
        return rebuild.hasEnded() || phase === 'tailing' || (phase === 'finished' && before !== 'finished');
      },
      { what: 'the switch', deadlineMs: STEP_LIMIT_MS, pauseMs: 100 },
    );
    return rebuild;
  }

  async #rollQuery(fleet: Fleet, to: Build): Promise<void> {
    const leaving = fleet.query;
    fleet.query = await this.#query(to);
    await sleep(SIDE_BY_SIDE_MS, this.#options.signal);
    await leaving.stopReading();
    await this.#stop(leaving.process);
  }

  async #projector(build: Build): Promise<ServiceProcess> {
    return await this.#start(build, 'projector', await freePort(), {});
  }

  async #query(build: Build): Promise<QueryOfBuild> {
    const { seed, signal } = this.#options;
    const port = await freePort();
    const process = await this.#start(build, 'query', await freePort(), { port });
    const floors = createReadFloors(this.#known);
    this.#floors.push(floors);
    const over = new AbortController();
    const atWork = AbortSignal.any([signal, over.signal]);
    const baseUrl = `http://127.0.0.1:${port}/api/v1`;
    const ask = build === thisBuild ? request : exchange;
    const shared = { ...{ baseUrl, ask, floors }, known: this.#known, tally: this.#tally };
    const reading = Array.from({ length: READERS }, (_, index) =>
      readOnAndOn({ ...shared, random: createRandom(seed + port + index) }, atWork),
    );
    return {
      process,
      async stopReading() {
        over.abort();
        await Promise.all(reading);
      },
    };
  }

  async #start(build: Build, name: 'projector' | 'query', adminPort: number, { port = 0 }): Promise<ServiceProcess> {
    const { stack, topicPrefix, database, logsDirectory } = this.#system;
    const settings = { stack, topicPrefix, database, partitions: PARTITIONS, adminPort };
    const options = name === 'projector' ? projectorEnvironment(settings) : queryEnvironment({ ...settings, port });
    const logFile = join(logsDirectory, `${name}-${adminPort}.log`);
    const environment = { ...options, LOG_LEVEL: 'info' };
    const program = build.program(name);
    const service = await startService({
      name,
      environment,
      logFile,
      adminPort,
      program,
      readyWithinMs: START_LIMIT_MS,
    });
    this.#running.add(service);
    return service;
  }

  async #stop(service: ServiceProcess): Promise<void> {
    const status = await service.stop();
    this.#running.delete(service);
    if (status !== 0) this.#ended.push(`a service ended with status ${status}, see ${service.logFile}`);
  }

  async #report(previous: Build, failures: readonly string[]): Promise<RunReport> {
    const { seed, step, signal } = this.#options;
    const { database, logsDirectory, stack } = this.#system;
    const [mongo, tally] = [this.#mongo, this.#tally];
    const db = mongo.db(database);
    const { acknowledged } = this.#load;
    const { state, wrong } = await step('checking what is stored', () =>
      checkStored(db, { acknowledged, windowsAtRest: true }),
    );
    const searched = await searchEverything({
      ...{ mongo, db, redisUrl: stack.redisUrl, logDirectories: [logsDirectory], signal },
      ...{ numbers: PLANTED, random: createRandom(seed), documents: acknowledged.length },
    });
    const reads = figuresOf(tally);
    const failed = failedReads(reads, SERVED);
    // Another build may show a document otherwise; what it shows is judged by status then.
    const shown = this.#needsRebuild ? tally.wrong.filter((line) => /answered \d+$/.test(line)) : tally.wrong;
    return {
      title: `${previous.name} → this build → back → this build, seed ${seed}`,
      lines: [
        `documents are made ${this.#needsRebuild ? 'otherwise: each change of builds was a rebuild' : 'alike: builds were rolled'}`,
        `events: ${acknowledged.length}; documents: ${state.documents.size}`,
        `reads: ${reads.total} (${outcomesOf(reads)}); compared ${reads.compared}, ${tally.ownWrites} after waiting for a write`,
      ],
      checks: [
        { name: 'reads that failed', broken: failed === 0 ? [] : [`${failed}, see the outcomes`] },
        { name: 'own writes that were read', broken: tally.ownWrites > 0 ? [] : ['none'] },
        { name: 'wrong answers', broken: shown },
        { name: 'answers older than one read before', broken: this.#floors.flatMap(({ stale }) => stale) },
        { name: 'differences', broken: [...wrong, ...failures, ...this.#ended] },
        {
          name: 'planted numbers that were found',
          broken: searched.flatMap(({ leaks }) => leaks.map(({ where, as }) => `${where}: as ${as}`)),
        },
      ],
      figures: { from: previous.name, rebuilt: this.#needsRebuild, events: acknowledged.length, reads },
    };
  }
}
