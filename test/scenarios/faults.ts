import { sleep } from '@fundlens/runtime/backoff';
import { InvalidError } from '@fundlens/runtime/errors';
import { type Fault, siteOf } from './faults/fault.ts';
import { recordFaults } from './faults/record-faults.ts';
import { schemaFaults } from './faults/schema-faults.ts';
import { serverFaults } from './faults/server-faults.ts';
import { MAX_CONNECTIONS, serviceFaults } from './faults/service-faults.ts';
import { type AlertWatch, watchAlerts } from './prometheus/alert-watch.ts';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage, textOf } from './stage.ts';
import type { Heal } from './strike.ts';

/** Alike in all instances, as in production. */
export const FAULT_STAGE = {
  eventsPerSecond: 10,
  serviceOptions: { MAX_CONNECTIONS: String(MAX_CONNECTIONS), PUBLIC_URL: 'http://localhost:8080' },
};
const catalog: readonly Fault[] = [...serverFaults, ...schemaFaults, ...recordFaults, ...serviceFaults];

export const faults: Scenario = {
  name: 'faults',
  what: 'one named fault after the other, of every server, service and kind of record',
  options: {
    only: { values: 'names of faults, with commas between them', pattern: /^[a-z0-9,-]+$/ },
    seconds: { values: 'how long each lasts', usual: '8', pattern: WHOLE_NUMBER },
    factor: {
      values: 'under a real Prometheus whose rules wait so many times shorter, until the alert fires',
      pattern: WHOLE_NUMBER,
    },
  },
  run: (context) =>
    onStage({ ...context, ...FAULT_STAGE }, async (stage) => {
      const { only, seconds, factor } = context.options;
      const watch = factor === undefined ? null : await watchAlerts(stage, Number(factor));
      const recoveryMs: Record<string, number> = {};
      try {
        for (const fault of chosenFaults(only)) {
          context.report(fault.name);
          try {
            recoveryMs[fault.name] = await happen(stage, [fault], { seconds: Number(seconds), watch });
          } catch (error) {
            context.signal.throwIfAborted();
            stage.broken('faults that were not recovered from', `${fault.name}: ${textOf(error)}`);
          }
        }
      } finally {
        await watch?.stop();
      }
      return { recoveryMs, firedAfterS: watch?.firedAfterS };
    }),
};

type Happening = { readonly seconds: number; readonly watch?: AlertWatch | null };

/** Lets faults happen together and end. @returns milliseconds until the system has recovered. @throws when it has not */
export async function happen(stage: Stage, together: readonly Fault[], { seconds, watch }: Happening): Promise<number> {
  const site = siteOf(stage);
  await watch?.quiet();
  const heals: (Heal | undefined)[] = [];
  for (const fault of together) heals.push(await fault.inject(site));
  await sleep(seconds * 1_000, stage.context.signal);
  for (const fault of together) await watch?.fires(fault);
  await Promise.all(heals.map((heal) => heal?.()));
  return await stage.recovered();
}

/** Those that are named, else all. @throws InvalidError `unknown_fault` */
export function chosenFaults(only: string | undefined): readonly Fault[] {
  if (only === undefined) return catalog;
  return only.split(',').map((name) => {
    const fault = catalog.find((known) => known.name === name);
    if (fault !== undefined) return fault;
    const known = catalog.map((one) => one.name).join(', ');
    throw new InvalidError('unknown_fault', `There is no fault ${name}. There are ${known}.`);
  });
}
