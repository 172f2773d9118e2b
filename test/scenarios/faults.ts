import { InvalidError } from '@fundlens/runtime/errors';
import { sleep } from '@fundlens/runtime/backoff';
import { faultCatalog } from './faults/catalog.ts';
import { MAX_CONNECTIONS } from './faults/client-faults.ts';
import { type Fault, siteOf } from './faults/fault.ts';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage, textOf } from './stage.ts';

/** Alike in all instances, as in production. */
export const FAULT_STAGE = {
  eventsPerSecond: 10,
  serviceOptions: { query: { MAX_CONNECTIONS: String(MAX_CONNECTIONS), PUBLIC_URL: 'http://localhost:8080' } },
};

export const ONLY = { values: 'names of faults, with commas between them', pattern: /^[a-z0-9,-]+$/ };

export const faults: Scenario = {
  name: 'faults',
  what: 'one named fault after the other, of every server, service, kind of record and disk',
  options: { only: ONLY, seconds: { values: 'how long each lasts', usual: '8', pattern: WHOLE_NUMBER } },
  run: (context) =>
    onStage({ ...context, ...FAULT_STAGE }, async (stage) => {
      const recoveryMs: Record<string, number | null> = {};
      for (const fault of chosenFaults(context.options.only)) {
        stage.context.report(`${fault.name}: ${fault.what}`);
        recoveryMs[fault.name] = await happen(stage, fault, Number(context.options.seconds)).catch((error: unknown) => {
          context.signal.throwIfAborted();
          stage.broken('faults that were not recovered from', `${fault.name}: ${textOf(error)}`);
          return null;
        });
      }
      return { recoveryMs };
    }),
};

/** Lets a fault happen and end. @returns milliseconds until the system has recovered. @throws when it has not */
export async function happen(stage: Stage, fault: Fault, seconds: number): Promise<number> {
  const site = siteOf(stage);
  const undo = await fault.prepare?.(site);
  try {
    await stage.recovered();
    const heal = await fault.inject(site);
    await sleep(seconds * 1_000, stage.context.signal);
    await heal();
    return await stage.recovered();
  } finally {
    await undo?.();
  }
}

/** Those that are named, else those that this user can try. @throws InvalidError `unknown_fault` */
export function chosenFaults(only: string | undefined): readonly Fault[] {
  if (only === undefined) return faultCatalog.filter(({ needsRoot }) => !needsRoot || process.getuid?.() === 0);
  return only.split(',').map((name) => {
    const fault = faultCatalog.find((known) => known.name === name);
    if (fault !== undefined) return fault;
    const known = faultCatalog.map((one) => one.name).join(', ');
    throw new InvalidError('unknown_fault', `There is no fault ${name}. There are ${known}.`);
  });
}
