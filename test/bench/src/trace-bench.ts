import { startProgram } from './child-process.ts';
import type { DrainFigures } from './drain-figures.ts';
import type { LoadResult } from './load.ts';
import { runLoad } from './load-run.ts';
import { drainProjector, type ProjectorDrain } from './projector-bench.ts';
import {
  CONNECT_SECONDS,
  MANY_CONNECTIONS,
  QUERY_OPTIONS,
  type ReadBench,
  sideOf,
  WARM_UP_SECONDS,
} from './read-bench.ts';
import { ownCpu, rate, readComparisons } from './read-figures.ts';
import { type Comparison, compare } from './results.ts';
import type { TakenTraces, TraceSinkReady } from './trace-sink.ts';

/** What recording traces costs: a share of all, and every one. The floor is the same process with traces switched off. */

const SAMPLERS = [
  // As the guide says: the projector follows each publisher, and `fillLog` samples as many of them.
  { name: '1 % of traces', sampler: 'parentbased_traceidratio', share: '0.01' },
  { name: 'all traces', sampler: 'always_on', share: '1' },
];
const DRAIN_METRICS = [
  { metric: 'own processor time', unit: 'µs/event', of: 'ownMicros' },
  { metric: 'rate', unit: 'events/s', of: 'eventsPerSecond' },
] as const;
type Sampler = (typeof SAMPLERS)[number];
type Environment = Readonly<Record<string, string>>;

/** The projector on a full log. */
export async function benchProjectorTraces(
  drain: ProjectorDrain,
  { rounds }: { readonly rounds: number },
): Promise<Comparison[]> {
  return await withSink(async (sampled) => {
    const floor: DrainFigures[] = [];
    const subjects = SAMPLERS.map((sampler) => ({ sampler, figures: [] as DrainFigures[] }));
    for (let round = 1; round <= rounds; round += 1) {
      floor.push(await drainProjector(drain, `off-${round}`));
      for (const [index, { sampler, figures }] of subjects.entries()) {
        figures.push(await drainProjector(drain, `traced-${index}-${round}`, sampled(sampler)));
      }
    }
    return subjects.flatMap(({ sampler: { name }, figures }) =>
      DRAIN_METRICS.map(({ metric, unit, of }) => {
        const valuesOf = (all: readonly DrainFigures[]) => all.map((each) => ({ value: each[of] ?? Number.NaN }));
        return compare(`projector, ${name}: ${metric}`, unit, { floor: valuesOf(floor), subject: valuesOf(figures) });
      }),
    );
  });
}

/** The query service under full load. */
export async function benchReadTraces({ system, data, seconds, rounds }: ReadBench): Promise<Comparison[]> {
  return await withSink(async (sampled) => {
    const started = async (environment: Environment) => {
      const query = await system.startQuery({ ...QUERY_OPTIONS, ...environment });
      return { ...sideOf(query), query, results: [] as LoadResult[] };
    };
    const off = await started({});
    const subjects = await Promise.all(
      SAMPLERS.map(async (sampler) => ({ name: sampler.name, ...(await started(sampled(sampler))) })),
    );
    const all = [off, ...subjects];
    const measure = ({ url, pid }: (typeof all)[number], duration: number) =>
      runLoad({
        urls: [url],
        paths: data.contactIds.map((id) => `/api/v1/contacts/${id}`),
        token: data.credential.token,
        connections: MANY_CONNECTIONS,
        seconds: duration,
        warmUpSeconds: CONNECT_SECONDS,
        pids: [pid],
      });
    try {
      for (const side of all) await measure(side, WARM_UP_SECONDS);
      for (let round = 1; round <= rounds; round += 1) {
        for (const side of all) side.results.push(await measure(side, seconds));
      }
    } finally {
      for (const { query } of all) await query.stop();
    }
    return subjects.flatMap(({ name, results }) =>
      readComparisons(`point read, ${name}`, { floor: off.results, subject: results }, [ownCpu, rate]),
    );
  });
}

/** @throws when the receiver took nothing: then nothing of traces was measured. */
async function withSink<T>(work: (sampled: (sampler: Sampler) => Environment) => Promise<T>): Promise<T> {
  const sink = await startProgram<TraceSinkReady>('trace-sink.ts', {});
  const { url } = sink.ready;
  try {
    const result = await work(({ sampler, share }) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: share,
    }));
    const { exports } = (await (await fetch(`${url}/taken`)).json()) as TakenTraces;
    if (exports === 0) throw new Error('No trace was exported: the benchmark measured nothing.');
    return result;
  } finally {
    await sink.stop();
  }
}
