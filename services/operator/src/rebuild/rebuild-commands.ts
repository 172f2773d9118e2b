import type { ReadModelName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, definitionOf, readModels, rebuiltTogether } from '@fundlens/read-models/definitions';
import { type Command, InvalidArgumentError } from 'commander';
import { InvalidError } from '@fundlens/runtime/errors';
import { type CommandContext, isJson, type Perform } from '../command-context.ts';
import { wholeNumber } from '../whole-number.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { RebuildRunner } from './composition-root.ts';
import type { LocationRebuild } from './location-rebuild.ts';
import type { RebuildRun } from '@fundlens/read-models/rebuild-run';
import { locationRebuildText, rebuildText } from './rebuild-text.ts';
import { belongsToLocation } from '../verify/verify-selection.ts';
import { locationId } from '../verify/verify-commands.ts';

/** Long enough for projectors of a new release to be started while both versions are kept. */
const DEFAULT_GRACE_SECONDS = 600;
/** A day; the process of the rebuild runs until then. */
const MAX_GRACE_SECONDS = 86_400;

/** Signals that end this process; the rebuild stays unfinished and can be continued. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Options for making new versions and switching to them. */
const FOR_NEW_VERSIONS = ['grace', 'acceptDifferences', 'newFingerprint', 'fromSlots'] as const;

/** The read models that events change. */
const REBUILDABLE: readonly ReadModelName[] = readModels
  .filter(({ streams }) => streams.length > 0)
  .map(({ name }) => name);

type Given = {
  readonly grace: number;
  readonly acceptDifferences?: boolean;
  readonly newFingerprint?: boolean;
  readonly fromSlots?: boolean;
  readonly location?: string;
  readonly yes?: boolean;
};

export type RebuildOperations = {
  readonly rebuildLocation: LocationRebuild;
  /** Has connections of its own: it may run for hours. */
  openRebuild(hooks: {
    readonly onProgress: (run: RebuildRun) => void;
    /** Lines of its log, from warnings on. */
    readonly onRemark: (line: string) => void;
  }): RebuildRunner;
};

export function addRebuild(program: Command, perform: Perform<RebuildOperations>): void {
  const rebuild = program
    .command('rebuild')
    .description('builds read models anew from the logs, beside those that are read, and switches to them')
    .helpCommand(false)
    .argument(
      '<model>',
      `all, or one of ${REBUILDABLE.join(', ')}; ${DASHBOARD_SOURCES.join(', ')} go together`,
      modelNames,
    )
    .option(
      '--grace <seconds>',
      'how long the versions before are kept after the switch',
      wholeNumber({ from: 0, to: MAX_GRACE_SECONDS }),
      DEFAULT_GRACE_SECONDS,
    )
    .option('--accept-differences', 'switch although the new versions differ from those that are read')
    .option(
      '--new-fingerprint',
      'make documents otherwise than those that are read: by another build, or other options',
    )
    .option('--from-slots', 'render documents anew from the slots of the versions that are read, without the logs')
    .option(
      '--location <id>',
      'only this location, in the versions that are read: heals what differs from the log',
      locationId,
    )
    .option('--yes', 'do not ask')
    .action(async (models: readonly ReadModelName[], given: Given, command: Command) => {
      const { location } = given;
      if (location === undefined) return await perform(isJson(command), (context) => run(models, given, context));
      const others = FOR_NEW_VERSIONS.filter((name) => command.getOptionValueSource(name) === 'cli');
      if (others.length > 0) {
        throw new InvalidError(
          'selection',
          'With --location nothing is switched: no --grace, --accept-differences, --new-fingerprint or --from-slots.',
        );
      }
      await perform(isJson(command), (context) => runLocation(models, { ...given, location }, context));
    });

  rebuild
    .command('status')
    .description('what the last rebuild does or did: phase, progress, differences')
    .action(async (_given: unknown, command: Command) => {
      await perform(isJson(command), async ({ operations, terminal }) => {
        const runner = operations.openRebuild({ onProgress: () => undefined, onRemark: () => undefined });
        try {
          const found = await runner.status();
          terminal.result(found, found === null ? 'There was no rebuild.' : rebuildText(found));
          return found?.phase === 'refused' ? EXIT.attention : EXIT.done;
        } finally {
          await runner.close();
        }
      });
    });

  rebuild
    .command('abort')
    .description('removes the new versions of an unfinished rebuild; not after the switch')
    .option('--yes', 'do not ask')
    .action(async (_given: unknown, command: Command) => {
      // The parent command has the same option and consumes it.
      const given = command.optsWithGlobals<{ yes?: boolean }>();
      await perform(isJson(command), (context) => abort(given, context));
    });
}

async function run(
  models: readonly ReadModelName[],
  given: Given,
  context: CommandContext<RebuildOperations>,
): Promise<ExitStatus> {
  const { operations, terminal } = context;
  const together = rebuiltTogether(models);
  const what = together.length === REBUILDABLE.length ? 'every read model' : together.join(', ');
  const question = `Rebuild ${what}? The versions before are removed ${given.grace} s after the switch.`;
  if (!(await confirmed(question, given, context))) return EXIT.unconfirmed;

  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  let phase: string | null = null;
  const runner = operations.openRebuild({
    onProgress(found) {
      if (found.phase !== phase) terminal.say(`${found.phase} …`);
      phase = found.phase;
      if (found.progress !== null) {
        const { events, total, eventsPerSecond, secondsLeft } = found.progress;
        const left = secondsLeft === null ? '' : `, ${secondsLeft} s left`;
        terminal.progress(`${found.phase}, ${eventsPerSecond} events/s${left}`, events, total);
      }
    },
    onRemark: terminal.say,
  });
  try {
    const request = {
      models,
      graceMs: given.grace * 1_000,
      acceptDifferences: given.acceptDifferences === true,
      newFingerprint: given.newFingerprint === true,
      fromSlots: given.fromSlots === true,
    };
    const ended = await runner.run(request, stopping.signal);
    terminal.result(ended, rebuildText(ended));
    return ended.phase === 'finished' ? EXIT.done : EXIT.attention;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    await runner.close();
  }
}

async function runLocation(
  models: readonly ReadModelName[],
  given: Given & { readonly location: string },
  context: CommandContext<RebuildOperations>,
): Promise<ExitStatus> {
  const { operations, terminal } = context;
  const { location } = given;
  if (!models.some(belongsToLocation)) throw new InvalidError('selection', 'It does not belong to locations.');
  const question = `Heal what differs from the log in location ${location}?`;
  if (!(await confirmed(question, given, context))) return EXIT.unconfirmed;
  const result = await operations.rebuildLocation(location, models.filter(belongsToLocation), (done, total) =>
    terminal.progress('reading', done, total),
  );
  terminal.result(result, locationRebuildText(result));
  return result.remaining.length + result.moving.length === 0 ? EXIT.done : EXIT.attention;
}

async function abort(
  given: { readonly yes?: boolean },
  context: CommandContext<RebuildOperations>,
): Promise<ExitStatus> {
  const { operations, terminal } = context;
  if (!(await confirmed('Abort the rebuild and remove what it has built?', given, context))) return EXIT.unconfirmed;
  const runner = operations.openRebuild({ onProgress: () => undefined, onRemark: terminal.say });
  try {
    const found = await runner.abort();
    const text = found?.phase === 'aborted' ? 'Aborted.' : 'The process that works on it will undo it.';
    terminal.result(found, found === null ? 'No rebuild is unfinished.' : text);
    return EXIT.done;
  } finally {
    await runner.close();
  }
}

async function confirmed(
  question: string,
  { yes }: { readonly yes?: boolean },
  { terminal }: CommandContext<RebuildOperations>,
): Promise<boolean> {
  if (yes === true || (await terminal.confirm(question))) return true;
  terminal.fail('Nothing was changed. Answer y, or give --yes.');
  return false;
}

function modelNames(given: string): readonly ReadModelName[] {
  if (given === 'all') return REBUILDABLE;
  const found = readModels.find(({ name }) => name === given);
  if (found === undefined) throw new InvalidArgumentError('There is no such read model.');
  const { name, madeFrom } = definitionOf(found.name);
  if (madeFrom !== undefined) throw new InvalidArgumentError(`It is made from ${madeFrom}: rebuild that.`);
  return [name];
}
