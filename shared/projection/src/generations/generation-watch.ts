import { type Fingerprint, type GenerationPointer, generationOf } from '@fundlens/read-models/generation';
import { failureCode, FatalError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { PartitionHealth } from '../health/partition-health.ts';
import { fingerprintDifference } from './fingerprint.ts';

/** A generation that is dropped is written for this long at the most. */
const LOAD_EVERY_MS = 2_000;

type GenerationWatchOptions = {
  /** Creates what is missing. @throws RetryableError when MongoDB is unavailable. */
  readonly pointer: () => Promise<GenerationPointer>;
  /** Called before the generation is written: makes its indexes, also where it is added while this process waits for it. */
  readonly prepare: (generation: number) => Promise<void>;
  /** The generation to write; null: the active one as this process starts. */
  readonly wanted: number | null;
  /** Of this process, which writes no generation with another one. */
  readonly fingerprint: Fingerprint;
  /** Called when the hold begins or ends. Must not throw. */
  readonly onHold: () => void;
  /** Called once, when a process that was given no number has lost its generation and has to begin again. Must not throw. */
  readonly onDropped: () => void;
  readonly partitionHealth: Pick<PartitionHealth, 'setPart'>;
  readonly logger: Logger;
};

type Hold = { readonly code: 'generation_missing' | 'generation_differs'; readonly why: string };

/** A projector writes one generation as long as it runs. It holds, with the reason, while there is none that it may write. */
export function createGenerationWatch(options: GenerationWatchOptions) {
  const { pointer, prepare, wanted, fingerprint, onHold, onDropped, partitionHealth, logger } = options;
  let number = wanted;
  let active: number | null = null;
  let hold: string | null = null;
  let isPrepared = false;

  /** Loads the pointer. @returns why this process must not write now; null: it may. @throws RetryableError */
  async function refresh(): Promise<string | null> {
    const known = await pointer();
    active = known.active;
    number ??= active;
    const found = holdOf(known, number, fingerprint);
    if (found === null && !isPrepared) await prepare(number);
    isPrepared = found === null;
    const reason = found && `${found.code}: ${found.why}`;
    if (reason !== hold) {
      hold = reason;
      if (reason === null) logger.info({ generation: number }, 'the generation is written');
      else logger.error({ generation: number }, `nothing is written: ${reason}`);
      onHold();
    }
    partitionHealth.setPart('generation', reason);
    const isDropped = generationOf(known, number) === undefined && generationOf(known, known.active) !== undefined;
    if (isDropped && wanted === null) onDropped();
    return found?.code ?? null;
  }

  const loading = createPeriodic({
    name: 'generation',
    everyMs: LOAD_EVERY_MS,
    waitsFirst: true,
    async work() {
      await refresh();
    },
    // What was loaded last holds: consumers ask again before they begin.
    onError: (error) => logger.warn({ code: failureCode(error) }, 'the generations cannot be loaded now'),
  });

  return {
    name: loading.name,
    /** The one that this process writes, until it ends. @throws FatalError before the start. */
    current(): number {
      if (number === null) throw new FatalError('generation_unknown', 'The generation is not known before the start.');
      return number;
    },
    /** Whether readers used it, as the pointer was loaded last. */
    isActive: () => number === active,
    refresh,
    async start() {
      await refresh();
      await loading.start();
    },
    stop: loading.stop,
  };
}

function holdOf(pointer: GenerationPointer, number: number, own: Fingerprint): Hold | null {
  const generation = generationOf(pointer, number);
  if (generation === undefined) return { code: 'generation_missing', why: `there is no generation ${number}` };
  if (generationOf(pointer, pointer.active) === undefined) {
    const why = `readers use generation ${pointer.active}, which does not exist: switch to one that does`;
    return { code: 'generation_missing', why };
  }
  const difference = fingerprintDifference(generation.fingerprint, own);
  if (difference === null) return null;
  return { code: 'generation_differs', why: `generation ${number} is made otherwise: ${difference}. Add a generation` };
}
