import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSchemaRegistry } from '@fundlens/contracts/registry';
import { InvalidError } from '@fundlens/runtime/errors';
import { fetchPrometheusTools } from '../../infra/observability/prometheus-tools.ts';
import { createChaosLoad, READABLE } from '../chaos/chaos-load.ts';
import { newTally } from '../chaos/chaos-readers.ts';
import { type ChaosSystem, startChaosSystem } from '../chaos/chaos-system.ts';
import { createKnownStates } from '../chaos/known-states.ts';
import { searchEverything } from '../chaos/number-search.ts';
import { createRecoveryWatch } from '../chaos/recovery-watch.ts';
import { SERVICES, type ServiceTarget } from '../chaos/schedule.ts';
import { INHERITED } from '../harness/inherited-environment.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import type { RunContext } from '../long-run/long-run.ts';
import { createRandom } from '../simulation/random.ts';
import { PLANTED } from '../simulation/workload.ts';
import type { FaultSite, ObservedFault } from './fault.ts';
import { faultCatalog } from './fault-catalog.ts';
import { FaultObserver } from './fault-observer.ts';
import { MAX_CONNECTIONS } from './faults/client-faults.ts';
import type { Observation } from './observation.ts';
import type { ObservedResult } from './observed-report.ts';
import { createPrometheusApi } from './prometheus-api.ts';
import { startPrometheus } from './prometheus-server.ts';
import { createRawLog } from './raw-log.ts';
import { scaledRules } from './scaled-rules.ts';

export type ObservedOptions = RunContext & { readonly factor: number };

const root = fileURLToPath(new URL('../..', import.meta.url));
const RULES = join(root, 'infra/observability');
const RULE_FILES = ['recording-rules.yaml', 'alerts.yaml'] as const;
const RULE_TESTS = join(root, 'infra/observability/rule-tests');
const OPERATOR = join(root, 'services/operator/src/fundlens-command.ts');
const OPERATOR_LIMIT_MS = 90_000;
const EVENTS_PER_SECOND = 10;
/** Alike in all instances, as in production. */
const QUERY_OPTIONS = { MAX_CONNECTIONS: String(MAX_CONNECTIONS), PUBLIC_URL: 'http://localhost:8080' };
const run = promisify(execFile);

/**
 * Starts a system of its own and a Prometheus that scrapes it, and tries one fault after the other.
 * @throws InvalidError `unknown_fault`; the reason of the signal when that is aborted, and nothing runs any more then
 */
export async function observeFaults(options: ObservedOptions): Promise<ObservedResult> {
  const faults = chosen(options.own.only);
  const { dataDirectory, environment, seed, report, step, signal } = options;
  const incidents: string[] = [];
  const rules = rulesOf(options.factor);
  const others = new Map<ServiceTarget, Readonly<Record<string, string>>>();
  const ending = new AbortController();
  const { prometheus: program } = await fetchPrometheusTools(report);
  const system = await step('starting servers and services', () =>
    startChaosSystem({
      ...{ dataDirectory, environment },
      random: createRandom(seed + 1),
      signal: AbortSignal.any([signal, ending.signal]),
      optionsOf: (name) => ({
        ...(name.startsWith('query') ? QUERY_OPTIONS : {}),
        ...others.get(name),
      }),
      report(line) {
        if (/^(projector|query)-\d/.test(line)) incidents.push(line.split('\n')[0] ?? line);
        else if (!/ended unexpectedly/.test(line)) report(line);
      },
    }),
  );
  try {
    const server = await startPrometheus({
      ...{ program, directory: join(dataDirectory, 'prometheus'), environment, report, signal },
      services: SERVICES.map((instance) => ({
        ...{ job: jobOf(instance), instance, adminPort: system.adminPorts[instance] },
      })),
      rules,
    });
    try {
      const inSystem = { system, others, options, faults, url: server.url };
      return { ...(await observeIn(inSystem)), hasRules: rules.size > 0, incidents };
    } finally {
      await server.stop();
    }
  } finally {
    ending.abort();
    await system.stop();
  }
}

/** The files of rules that there are, scaled. */
function rulesOf(factor: number): ReadonlyMap<string, string> {
  const present = RULE_FILES.filter((name) => existsSync(join(RULES, name)));
  return new Map(present.map((name) => [name, scaledRules(readFileSync(join(RULES, name), 'utf8'), factor)]));
}

/** As the deployment names them: `fundlens-projector`, `fundlens-query`. */
function jobOf(instance: ServiceTarget): string {
  return instance.startsWith('projector') ? 'fundlens-projector' : 'fundlens-query';
}

function chosen(only: string | boolean | undefined): readonly ObservedFault[] {
  if (typeof only !== 'string') return faultCatalog;
  const names = only.split(',');
  const unknown = names.filter((name) => !faultCatalog.some((fault) => fault.name === name));
  if (unknown.length > 0) {
    const known = faultCatalog.map(({ name }) => name).join(', ');
    throw new InvalidError('unknown_fault', `There is no fault ${unknown.join(', ')}. There are ${known}.`);
  }
  return faultCatalog.filter(({ name }) => names.includes(name));
}

type InSystem = {
  readonly system: ChaosSystem;
  readonly others: Map<ServiceTarget, Readonly<Record<string, string>>>;
  readonly options: ObservedOptions;
  readonly faults: readonly ObservedFault[];
  /** Of Prometheus. */
  readonly url: string;
};

async function observeIn(inSystem: InSystem): Promise<Omit<ObservedResult, 'hasRules' | 'incidents'>> {
  const { system, options, faults, url } = inSystem;
  const { seed, factor, report, step, signal, own } = options;
  const known = createKnownStates((locationId) => READABLE.some((id) => id === locationId));
  const { publisher, db, topics } = system;
  const load = createChaosLoad({
    ...{ publisher, seed, known, eventsPerSecond: EVENTS_PER_SECOND, now: Date.now(), interrupted: signal },
  });
  const appended: PublishedRecord[] = [];
  const ends = () => [...load.ends, ...appended.map((at) => [`${at.topic}/${at.partition}`, at.offset] as const)];
  const watch = createRecoveryWatch({ db, topics, ends: { [Symbol.iterator]: () => ends().values() } });
  const watched = new AbortController();
  const watching = watch.run(AbortSignal.any([signal, watched.signal]));
  const tally = newTally();
  await load.prepare();
  await watch.applied(signal);

  const observer = new FaultObserver({
    ...{ system, load, known, tally, watch, appended, seed, signal, report },
    prometheus: createPrometheusApi(url),
    site: siteOf(inSystem, appended),
  });
  const observations: Observation[] = [];
  for (const fault of faults) {
    const observation = await step(fault.name, () => observer.observe(fault));
    observations.push(observation);
    const { movedAfterS, alerts, failure } = observation;
    report(
      `${fault.name}: moved after ${movedAfterS} s; ${alerts.map(({ name }) => name).join(', ')} ${failure ?? ''}`,
    );
    if (own.record === true) await record(observer, fault, factor);
  }
  watched.abort();
  await watching;
  const { searched, leaks } = await step('searching for the planted numbers', () =>
    searchedIn(system, { documents: load.acknowledged.length, seed, signal }),
  );
  return { seed, factor, observations, searched, leaks, events: load.acknowledged.length, reads: tally.total };
}

function siteOf(
  { system, others, options: { dataDirectory, signal } }: InSystem,
  appended: PublishedRecord[],
): FaultSite {
  const { stack, topics } = system;
  const registry = createSchemaRegistry({ url: stack.schemaRegistryUrl });
  return {
    ...{ system, options: others, registry, dataDirectory, signal },
    log: createRawLog({ brokers: stack.kafkaBrokers, registry, topics }),
    expect: (records) => void appended.push(...records),
    async operate(...args) {
      const env = { ...INHERITED, ...system.directEnvironment };
      await run(process.execPath, ['--disable-warning=TimeoutNegativeWarning', OPERATOR, ...args], {
        ...{ env, timeout: OPERATOR_LIMIT_MS },
      });
    },
  };
}

async function record(observer: FaultObserver, fault: ObservedFault, factor: number): Promise<void> {
  const text = await observer.recording(fault, factor);
  if (text === null) return;
  mkdirSync(RULE_TESTS, { recursive: true });
  writeFileSync(join(RULE_TESTS, `recorded-${fault.name}.yaml`), text);
}

async function searchedIn(
  system: ChaosSystem,
  { documents, seed, signal }: { readonly documents: number; readonly seed: number; readonly signal: AbortSignal },
): Promise<Pick<ObservedResult, 'searched' | 'leaks'>> {
  await system.stopServices();
  const { mongo, db, stack, logDirectories } = system;
  const places = await searchEverything({
    ...{ mongo, db, logDirectories, signal, documents, numbers: PLANTED, redisUrl: stack.redisUrl },
    random: createRandom(seed),
  });
  return {
    searched: places.map(({ place, items, leaks }) => ({ place, items, found: leaks.length })),
    leaks: places.flatMap(({ leaks }) => leaks.map(({ where, planted, as }) => `${where}: ${planted} as ${as}`)),
  };
}
