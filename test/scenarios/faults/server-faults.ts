import { Redis } from 'ioredis';
import { type Heal, type ServerTarget, strike } from '../strike.ts';
import type { Fault } from './fault.ts';
import { schemaOfTheNextRelease } from './schema-faults.ts';

/** Of one answer, both ways together twice that: longer than any time limit of a request to a server, shorter than for ever. */
const SLOW_MS = { kafka: 6_000, mongodb: 600, redis: 600, registry: 6_000 } as const;
const KINDS = { killed: 'kill', frozen: 'stop', cut: 'cut', slow: 'latency' } as const;
const kinds = ['killed', 'frozen', 'cut', 'slow'] as const;

/** Any of them shows that a server is away, whatever has taken it away. */
const AWAY: Readonly<Record<ServerTarget, readonly string[]>> = {
  kafka: ['FundlensServerAway'],
  mongodb: ['FundlensServerAway', 'FundlensApiErrors'],
  redis: ['FundlensServerAway'],
  registry: ['FundlensServerAway'],
};
/** Within the time limit of a command: requests wait for it. */
const SLOW: Readonly<Partial<Record<ServerTarget, readonly string[]>>> = {
  mongodb: ['FundlensServerAway', 'FundlensApiLatency', 'FundlensApiErrors'],
  redis: ['FundlensApiLatency'],
};

const ACL = ['ACL', 'SETUSER', 'default'] as const;
const PASSWORD = 'a password that the services do not have';

export const serverFaults: readonly Fault[] = [
  ...(['kafka', 'mongodb', 'redis', 'registry'] as const).flatMap((server) =>
    kinds.map((kind) => serverFault(server, kind)),
  ),
  refusing('redis-out-of-memory', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']),
  refusing('redis-command-refused', [...ACL, '-evalsha'], [...ACL, '+@all']),
  refusing('redis-demoted', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']),
  {
    name: 'redis-wrong-password',
    alerts: AWAY.redis,
    async inject({ system: { stack } }) {
      // Connections that are authenticated stay so: those of the services are ended.
      const end = ['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'] as const;
      await tellRedis(stack.redisUrl, [['CONFIG', 'SET', 'requirepass', PASSWORD], end]);
      return () => tellRedis(stack.redisUrl, [['CONFIG', 'SET', 'requirepass', '']], PASSWORD);
    },
  },
  {
    // Counts of the day come back from MongoDB, sweeps find the jobs.
    name: 'redis-emptied',
    async inject({ system: { stack } }) {
      await tellRedis(stack.redisUrl, [['FLUSHALL']]);
      return undefined;
    },
  },
];

function serverFault(server: ServerTarget, kind: (typeof kinds)[number]): Fault {
  const link = { latencyMs: SLOW_MS[server], jitterMs: 0, bytesPerSecond: null };
  return {
    name: `${server}-${kind}`,
    alerts: (kind === 'slow' && SLOW[server]) || AWAY[server],
    async inject(site) {
      // Known schemas are cached: the registry is missed when a new one is used.
      const use = server === 'registry' ? await schemaOfTheNextRelease(site, `${server}_${kind}`) : null;
      const heal: Heal = strike({ kind: KINDS[kind], target: server, link }, site.system.victims);
      await use?.();
      return heal;
    },
  };
}

type Command = readonly [name: string, ...rest: string[]];

/** A Redis that answers with errors counts as away. */
function refusing(name: string, trouble: Command, cure: Command): Fault {
  return {
    name,
    alerts: AWAY.redis,
    async inject({ system: { stack } }) {
      await tellRedis(stack.redisUrl, [trouble]);
      return () => tellRedis(stack.redisUrl, [cure]);
    },
  };
}

async function tellRedis(url: string, commands: readonly Command[], password?: string): Promise<void> {
  const redis = new Redis(url, password === undefined ? {} : { password });
  try {
    for (const command of commands) await redis.call(...command);
  } finally {
    redis.disconnect();
  }
}
