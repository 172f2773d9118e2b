import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName, modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { REBUILDS, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { sleep } from '@fundlens/runtime/backoff';
import { FUNDLENS_COMMAND } from '../harness/command.ts';
import { INHERITED } from '../harness/inherited-environment.ts';
import { eventually } from '../harness/waiting.ts';
import type { Stage } from './stage.ts';

/** What an operator does to rebuild everything, and what a scenario has to know of it. */
export type RebuildDriver = {
  /** Gives the command; again, while the lease of a killed process lasts. */
  begin(): Promise<void>;
  /** Kills the process in the middle of its work. */
  killInTheMiddle(): Promise<void>;
  /** Resolves when readers are about to be switched and reads that waited before are answered. */
  beforeSwitch(): Promise<void>;
  /** Resolves when it is done, and nothing is left of what it replaced; gives what was wrong. */
  ended(): Promise<string[]>;
  leftovers(): Promise<string[]>;
  stop(): Promise<void>;
};

const GRACE_SECONDS = 4;
/** Documents of the new version that are there when the process is killed. */
const MIDDLE = 50;
/** A process that is killed at a state runs for a tenth of the time, in steps shorter than any phase. */
const STEP_MS = 5;
const REST_MS = 45;
/** A loaded machine takes seconds to start a command: the lease of the dead one is to be met. */
const LEASE_LEFT_MS = 10_000;
/** Of the eight seconds before the switch (ANNOUNCE_MS): reads that waited when they began are answered within five. */
const ANNOUNCED_AWAKE_MS = 5_500;
const LIMIT_MS = 10 * 60_000;
const TIDY_LIMIT_MS = 90_000;
const EXIT_REFUSED = 2;

export function createRebuildDriver({ system, context: { signal } }: Stage): RebuildDriver {
  const { db, directEnvironment } = system;
  const replaced = new Set(readModels.map(modelVersion));
  const rebuilt = db.collection(collectionName(contacts.name, contacts.version + 1));
  const run = () => db.collection<RebuildRun>(REBUILDS).findOne({});
  const until = (what: string, holds: () => Promise<boolean>, deadlineMs = LIMIT_MS) =>
    eventually(holds, { what, deadlineMs, signal, pauseMs: 100 });
  let command: ChildProcess | undefined;
  let errors = '';

  function start(): ChildProcess {
    const args = ['--json', 'rebuild', 'all', '--grace', String(GRACE_SECONDS), '--yes'];
    const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', FUNDLENS_COMMAND, ...args], {
      env: { ...INHERITED, KAFKAJS_NO_PARTITIONER_WARNING: '1', ...directEnvironment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-500);
    });
    return child;
  }

  const hasEnded = () => command === undefined || command.exitCode !== null || command.signalCode !== null;

  async function leftovers(): Promise<string[]> {
    const found = await db.listCollections({}, { nameOnly: true }).toArray();
    return found.flatMap(({ name }) => (replaced.has(name) ? [`${name} is still there`] : []));
  }

  return {
    leftovers,
    async begin() {
      const before = (await run())?.owner ?? null;
      command = start();
      await until('the rebuild to begin', async () => {
        const owner = (await run())?.owner ?? null;
        if (owner !== null && owner !== before) return true;
        if (!hasEnded()) return false;
        if (command?.exitCode !== EXIT_REFUSED) throw new Error(`the rebuild ended: ${errors}`);
        command = start();
        return false;
      });
    },
    async killInTheMiddle() {
      const isThere = async () =>
        (await rebuilt.countDocuments()) > MIDDLE && ((await run())?.leaseUntil ?? 0) > Date.now() + LEASE_LEFT_MS;
      // It stands still at each look, so it cannot run past that state, however slow the looks are.
      command?.kill('SIGSTOP');
      while (!(await isThere())) {
        command?.kill('SIGCONT');
        await sleep(STEP_MS, signal);
        command?.kill('SIGSTOP');
        await sleep(REST_MS, signal);
        signal.throwIfAborted();
        if (hasEnded()) throw new Error(`the rebuild ended before it was killed: ${errors}`);
      }
      command?.kill('SIGKILL');
      if (!hasEnded() && command !== undefined) await once(command, 'exit');
    },
    async beforeSwitch() {
      await until('the announcement', async () => {
        if (hasEnded()) throw new Error(`the rebuild ended: ${errors}`);
        return (await run())?.phase === 'announced';
      });
      await sleep(ANNOUNCED_AWAKE_MS, signal);
    },
    async ended() {
      if (!hasEnded() && command !== undefined) await once(command, 'exit', { signal });
      const { phase, comparison } = (await run()) ?? {};
      return [
        ...(command?.exitCode === 0 && phase === 'finished' ? [] : [`it ended in phase ${phase}: ${errors}`]),
        ...(comparison?.different === 0 ? [] : [`it found ${comparison?.different} differences`]),
      ];
    },
    async stop() {
      command?.kill('SIGKILL');
      await until('the end of what was replaced', async () => (await leftovers()).length === 0, TIDY_LIMIT_MS).catch(
        () => undefined,
      );
    },
  };
}
