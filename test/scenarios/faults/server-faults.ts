import { type Heal, type ServerTarget, strike } from '../strike.ts';
import type { Fault, FaultSite } from './fault.ts';
import { schemaOfTheNextRelease } from './schema-faults.ts';

/** Both ways together: longer than any time limit of a request to a server, shorter than for ever. */
const SLOW = {
  kafka: { latencyMs: 6_000, jitterMs: 0, bytesPerSecond: null },
  mongodb: { latencyMs: 600, jitterMs: 0, bytesPerSecond: null },
  redis: { latencyMs: 600, jitterMs: 0, bytesPerSecond: null },
  registry: { latencyMs: 6_000, jitterMs: 0, bytesPerSecond: null },
} as const;

const KINDS = {
  killed: { kind: 'kill', what: 'SIGKILL', healedBy: 'the server is started again' },
  frozen: { kind: 'stop', what: 'SIGSTOP', healedBy: 'SIGCONT' },
  slow: { kind: 'latency', what: '', healedBy: 'the network is as before' },
} as const;
type Kind = keyof typeof KINDS;

type ServerSigns = Required<Pick<Fault, 'metric' | 'alerts'>>;

const SLOW_REQUESTS = 'histogram_quantile(0.95, sum by (le) (rate(fundlens_query_request_seconds_bucket[5s]))) > 0.5';

/** What shows that a server is away, whatever has taken it away. */
const SIGNS: Readonly<Record<ServerTarget, ServerSigns & { readonly slow?: ServerSigns }>> = {
  kafka: { metric: 'fundlens_projector_lag_known == 0', alerts: ['FundlensServerAway'] },
  mongodb: {
    metric: 'fundlens_projector_dead_letters_known == 0',
    alerts: ['FundlensServerAway', 'FundlensApiErrors'],
    slow: {
      metric: SLOW_REQUESTS,
      alerts: ['FundlensServerAway', 'FundlensApiLatency', 'FundlensApiErrors'],
    },
  },
  redis: {
    metric: 'fundlens_query_redis_available == 0',
    alerts: ['FundlensServerAway'],
    // Within the time limit of a command: requests wait for it.
    slow: { metric: SLOW_REQUESTS, alerts: ['FundlensApiLatency'] },
  },
  registry: {
    metric: 'fundlens_projector_partition_state{reason="registry_unavailable"} == 1',
    alerts: ['FundlensServerAway'],
  },
};

export const serverFaults: readonly Fault[] = (['kafka', 'mongodb', 'redis', 'registry'] as const).flatMap((server) =>
  (['killed', 'frozen', 'slow'] as const).map((kind) => serverFault(server, kind)),
);

function serverFault(server: ServerTarget, kind: Kind): Fault {
  const { slow, ...away } = SIGNS[server];
  const { what, healedBy } = KINDS[kind];
  const seconds = (2 * SLOW[server].latencyMs) / 1_000;
  return {
    name: `${server}-${kind}`,
    what: `${server}: ${kind === 'slow' ? `every answer takes ${seconds} s longer` : what}`,
    ...(kind === 'slow' ? (slow ?? away) : away),
    healedBy,
    inject: async (site) => {
      // Known schemas are cached: the registry is missed when a new one is used.
      const use =
        server === 'registry' ? await schemaOfTheNextRelease(site, `${server}_${kind}`) : async () => undefined;
      const heal = strikeServer(server, kind, site);
      await use();
      return heal;
    },
  };
}

function strikeServer(target: ServerTarget, kind: Kind, { system }: FaultSite): Heal {
  return strike({ kind: KINDS[kind].kind, target, link: SLOW[target] }, system.victims);
}
