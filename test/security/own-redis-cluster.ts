import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { installedRedis } from '../../infra/local/src/machine.mjs';
import { openOwnServerContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import { startRedis } from '@fundlens/local/servers/redis';

/** A Redis Cluster of one test file, which may take nodes away. */
export type OwnRedisCluster = {
  /** An administrator's clients of the nodes: the primaries in the order of their slots, then the replica of the first one. */
  readonly nodes: readonly Redis[];
  /** For REDIS_URL. */
  url(login: { readonly user: string; readonly password: string }): string;
  /** The primary that has the slot of a key, as a node says that answers. */
  primaryOf(key: string): Promise<Redis>;
  /** To the process of a node. */
  signal(node: Redis, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  close(): Promise<void>;
};

const PRIMARIES = 3;
const SLOTS = 16_384;
/** A node that is silent for so long is replaced by its replica. */
const NODE_TIMEOUT_MS = 1_500;
const LOOK_AGAIN_MS = 50;
/** Of an administrator's client: a node that hangs. */
const SILENT_MS = 1_000;

export async function startOwnRedisCluster(label: string): Promise<OwnRedisCluster> {
  const { context, close } = openOwnServerContext(`redis-cluster-${label}`);
  const names = ['first', 'second', 'third', 'replica'] as const;
  const ports = await choosePorts({ names });
  const buses = await choosePorts({ names, taken: Object.values(ports) });
  const servers = await Promise.all(
    names.map((name) =>
      startRedis(context, {
        name,
        port: ports[name],
        installed: installedRedis(),
        args: [
          ...['--cluster-enabled', 'yes', '--cluster-port', String(buses[name])],
          ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS)],
        ],
      }),
    ),
  );
  const nodes = names.map(
    (name) => new Redis(ports[name], '127.0.0.1', { maxRetriesPerRequest: 0, commandTimeout: SILENT_MS }),
  );
  // One of them is killed: that is no news.
  for (const node of nodes) node.on('error', () => undefined);
  await joinNodes(
    nodes,
    names.map((name) => [ports[name], buses[name]] as const),
  );
  return {
    nodes,
    url({ user, password }) {
      const addresses = names.map((name) => `127.0.0.1:${ports[name]}`).join(',');
      return `redis://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${addresses}`;
    },
    async primaryOf(key) {
      for (const node of nodes) {
        if (!(await answers(node))) continue;
        const slot = await node.cluster('KEYSLOT', key);
        const range = (await node.cluster('SLOTS')).find(([from, to]) => slot >= from && slot <= to);
        const found = nodes.find(({ options }) => options.port === range?.[2]?.[1]);
        if (found !== undefined) return found;
      }
      throw new Error(`no node has the slot of ${key}`);
    },
    signal(node, signal) {
      const pid = servers[nodes.indexOf(node)]?.pid;
      if (pid === undefined) throw new TypeError('the node is none of this cluster');
      process.kill(-pid, signal);
    },
    async close() {
      for (const node of nodes) node.disconnect();
      await Promise.all(servers.map((server) => server.stop()));
      await close();
    },
  };
}

/** Makes one cluster of the nodes and waits until each of them says so. */
async function joinNodes(nodes: readonly Redis[], addresses: readonly (readonly [port: number, bus: number])[]) {
  const [first] = nodes;
  const replica = nodes.at(-1);
  if (first === undefined || replica === undefined) throw new TypeError('there are no nodes');
  for (const [index, node] of nodes.slice(0, PRIMARIES).entries()) {
    const from = Math.ceil((SLOTS * index) / PRIMARIES);
    await node.call('CLUSTER', 'ADDSLOTSRANGE', from, Math.ceil((SLOTS * (index + 1)) / PRIMARIES) - 1);
  }
  for (const [port, bus] of addresses.slice(1)) await first.call('CLUSTER', 'MEET', '127.0.0.1', port, bus);
  await everyNode(nodes, async (node) => (await infoOf(node)).includes(`cluster_known_nodes:${nodes.length}`));
  await replica.call('CLUSTER', 'REPLICATE', String(await first.call('CLUSTER', 'MYID')));
  await everyNode(nodes, async (node) => (await infoOf(node)).includes('cluster_state:ok'));
  await everyNode([replica], async (node) => (await node.info('replication')).includes('master_link_status:up'));
}

async function answers(node: Redis): Promise<boolean> {
  return await node.ping().then(
    () => true,
    () => false,
  );
}

const infoOf = async (node: Redis) => String(await node.call('CLUSTER', 'INFO'));

/** The test's time limit ends a wait in vain. */
async function everyNode(nodes: readonly Redis[], isSo: (node: Redis) => Promise<boolean>): Promise<void> {
  for (const node of nodes) while (!(await isSo(node))) await delay(LOOK_AGAIN_MS);
}
