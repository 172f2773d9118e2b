import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack } from '@fundlens/local/stack';
import { MongoClient } from 'mongodb';
import { searchEverything } from '../chaos/number-search.ts';
import { type Applied, createApplied } from '../harness/applied.ts';
import { copyDatabase } from '../harness/database-copy.ts';
import { type CommandResult, runFundlens } from '../harness/fundlens-process.ts';
import { projectorEnvironment } from '../harness/service-environment.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
import { drained } from '../harness/waiting.ts';
import { readStoredState, waitingForRefresh } from '../invariants/stored-state.ts';
import type { RunContext } from '../long-run/long-run.ts';
import type { RunReport } from '../long-run/report.ts';
import { createRandom } from '../simulation/random.ts';
import { PLANTED } from '../simulation/workload.ts';
import { type Erased, ERASED_BEFORE, ERASED_SINCE, RestoredHistory } from './restored-history.ts';
import { compareWorlds } from './world-comparison.ts';

export type RestoreOptions = RunContext & { readonly scale: number };

const PARTITIONS = 4;
/** Of some 23 events each, at scale 1: before the backup, since then, during the restore, and afterwards. */
const BATCHES = { before: 80, since: 60, during: 20, after: 20 };
const STEP_LIMIT_MS = 15 * 60_000;
const STALLED_MS = 2 * 60_000;

/** A database with a projector of its own on the same topics. */
type World = {
  readonly database: string;
  readonly projector: ServiceProcess;
  readonly applied: Applied;
};

/**
 * Two systems read the same topics. One gets an older backup restored under its running projector, as the guide has it, and
 * its erasures repeated from a list; the other one is left alone. In the end they must be equal.
 */
export async function proveRestore(options: RestoreOptions): Promise<RunReport> {
  const { dataDirectory, environment, report, step, signal } = options;
  const stack = await step('starting servers', () =>
    startStack({ dataDirectory, environment, report, emptyFirst: true, signal }),
  );
  try {
    const system = await createTestSystem({ name: 'restore-proof', stack, partitions: PARTITIONS });
    const mongo = await new MongoClient(stack.mongodbUrl, { readConcernLevel: 'majority' }).connect();
    const admin = system.kafka.admin();
    try {
      await admin.connect();
      const names = { restored: system.database, control: `${system.database}-control` };
      const worldOf = async (database: string): Promise<World> => ({
        database,
        projector: await system.startProjector(ownNames(database)),
        applied: createApplied({ admin, db: mongo.db(database), topics: system.topics }),
      });
      const worlds = { restored: await worldOf(names.restored), control: await worldOf(names.control) };
      return await new Restore({ system, mongo, worlds }, options).run();
    } finally {
      await Promise.all([admin.disconnect(), mongo.close()]);
      await system.stop();
    }
  } finally {
    await stack.stop();
  }
}

/** What two systems on the same servers must not share. */
function ownNames(database: string): Record<string, string> {
  return {
    MONGODB_DATABASE: database,
    JOBS_KEY_PREFIX: `${database}-jobs`,
    ACCESS_GROUP_ID: `${database}-access`,
    CHANGES_GROUP_ID: `${database}-changes`,
  };
}

type Surroundings = {
  readonly system: TestSystem;
  readonly mongo: MongoClient;
  readonly worlds: Readonly<Record<'restored' | 'control', World>>;
};

type Repeated = { readonly erasures: number; readonly documents: number; readonly remaining: readonly string[] };

class Restore {
  readonly #surroundings: Surroundings;
  readonly #options: RestoreOptions;
  readonly #history: RestoredHistory;
  /** What did not go as the guide says. */
  readonly #failed: string[] = [];

  constructor(surroundings: Surroundings, options: RestoreOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
    this.#history = new RestoredHistory(surroundings.system, { seed: options.seed, now: Date.now() });
  }

  async run(): Promise<RunReport> {
    const { step, signal } = this.#options;
    const { mongo, worlds } = this.#surroundings;
    const db = mongo.db(worlds.restored.database);
    const backup = mongo.db(`${worlds.restored.database}-backup`);

    await step('publishing a history', async () => {
      await this.#history.begin();
      await this.#publish(BATCHES.before);
      await this.#caughtUp();
      await this.#erase(ERASED_BEFORE);
    });
    await step('taking the backup', () => copyDatabase(db, backup));
    const list = await step('going on, with erasures and dead letters', async () => {
      await this.#publish(BATCHES.since);
      await this.#caughtUp();
      await this.#erase(ERASED_SINCE);
      await this.#publish(BATCHES.after);
      await this.#caughtUp();
      return await this.#listOfErasures();
    });
    signal.throwIfAborted();
    const restoredAt = await this.#positions();
    await step('restoring the backup under the running projector', () =>
      Promise.all([copyDatabase(backup, db), this.#publish(BATCHES.during)]),
    );
    const repeated = await step('repeating the erasures', () => this.#eraseFrom(list));
    await step('waiting for rest', async () => {
      await this.#publish(BATCHES.after);
      await this.#caughtUp();
      await this.#atRest();
    });
    for (const { projector } of Object.values(worlds)) {
      const status = await projector.stop();
      if (status !== 0) this.#failed.push(`a projector ended with status ${status}, see ${projector.logFile}`);
    }
    return await this.#report(repeated, restoredAt);
  }

  async #publish(batches: number): Promise<void> {
    await this.#history.goOn(Math.max(1, Math.round(batches * this.#options.scale)));
  }

  async #caughtUp(): Promise<void> {
    const { restored, control } = this.#surroundings.worlds;
    await Promise.all([restored, control].map(({ applied }) => applied.all({ deadlineMs: STEP_LIMIT_MS })));
  }

  async #atRest(): Promise<void> {
    const { mongo, worlds } = this.#surroundings;
    const { signal } = this.#options;
    for (const { database } of Object.values(worlds)) {
      const what = `dashboards of ${database} that wait`;
      await drained(() => waitingForRefresh(mongo.db(database)), { what, stalledAfterMs: STALLED_MS, signal });
    }
  }

  /** Of both systems, one after the other. */
  async #erase(erased: readonly Erased[]): Promise<void> {
    for (const { location, contact } of erased) {
      const subject = ['--location', location, ...(contact === undefined ? [] : ['--contact', contact])];
      for (const world of Object.values(this.#surroundings.worlds)) {
        const result = await this.#fundlens(world, ['--json', 'erase', ...subject, '--by', 'ticket-1', '--yes']);
        const { documents } = parsed<Repeated>(result);
        if (documents === 0) this.#failed.push(`nothing was there of ${subject.join(' ')}: it proves nothing`);
      }
    }
  }

  async #listOfErasures(): Promise<string> {
    const { output } = await this.#fundlens(this.#surroundings.worlds.restored, ['erasures', '--export']);
    const path = join(this.#surroundings.system.logsDirectory, 'erasures.ndjson');
    writeFileSync(path, output);
    return path;
  }

  async #eraseFrom(list: string): Promise<Repeated> {
    const result = await this.#fundlens(this.#surroundings.worlds.restored, [
      ...['--json', 'erase', '--from', list, '--yes'],
    ]);
    const repeated = parsed<Repeated>(result);
    if (repeated.documents === 0) this.#failed.push('nothing came back by the restore: it proves nothing');
    return repeated;
  }

  async #fundlens({ database }: World, args: readonly string[]): Promise<CommandResult> {
    const { stack, topicPrefix } = this.#surroundings.system;
    const settings = { stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 0 };
    const result = await runFundlens(args, { ...projectorEnvironment(settings), ...ownNames(database) });
    if (result.status !== 0) {
      this.#failed.push(`fundlens ${args.join(' ')} ended with status ${result.status}: ${result.errors.slice(-500)}`);
    }
    return result;
  }

  async #positions(): Promise<number> {
    return await this.#surroundings.worlds.restored.applied.count();
  }

  async #report(repeated: Repeated, restoredAt: number): Promise<RunReport> {
    const { scale, seed, step, signal } = this.#options;
    const { mongo, system, worlds } = this.#surroundings;
    const states = await step('comparing', async () => ({
      control: await readStoredState(mongo.db(worlds.control.database)),
      restored: await readStoredState(mongo.db(worlds.restored.database)),
    }));
    const { lost, doubled, different } = compareWorlds(states.control, states.restored);
    const found = await step('searching for numbers', async () => {
      const search = { mongo, redisUrl: system.stack.redisUrl, logDirectories: [system.logsDirectory], signal };
      const numbers = { numbers: PLANTED, random: createRandom(seed), documents: states.restored.documents.size };
      return await searchEverything({ ...search, ...numbers, db: mongo.db(worlds.restored.database) });
    });
    const { documents, deadLetters, windows } = states.restored;
    return {
      title: `an older MongoDB restored under a running projector, scale ${scale}, seed ${seed}`,
      lines: [
        `events: ${this.#history.events}, of which ${restoredAt} were applied when the backup came back`,
        `documents: ${documents.size}; dashboards: ${windows.size}; dead letters: ${deadLetters.length} of ${this.#history.deadLetters} published`,
        `erasures repeated: ${repeated.erasures}; documents that had come back: ${repeated.documents}`,
      ],
      checks: [
        { name: 'lost', broken: lost },
        { name: 'doubled', broken: doubled },
        { name: 'different', broken: different },
        { name: 'erasures that are not complete', broken: repeated.remaining },
        {
          name: 'planted numbers that were found',
          broken: found.flatMap(({ leaks }) => leaks.map(({ where, as }) => `${where}: as ${as}`)),
        },
        { name: 'steps that failed', broken: this.#failed },
      ],
      figures: { scale, events: this.#history.events, restoredAt, documents: documents.size, repeated },
    };
  }
}

function parsed<T>({ output }: CommandResult): T {
  return JSON.parse(output) as T;
}
