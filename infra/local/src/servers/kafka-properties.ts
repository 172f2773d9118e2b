/**
 * A credit report of 8 MiB must fit into one record (design §3), with room for key, headers and batch. Must not be below
 * what the topics ask for, because a topic's limit does not raise the replica fetch.
 */
const MAXIMUM_RECORD_BYTES = String(10 * 1024 * 1024);

/** A further listener for clients that reach the broker through a proxy: it names the proxy as the broker's address. */
export type ProxiedListener = { port: number; advertisedPort: number };

/** Further listeners, with TLS and logins. The plain one stays, for the broker itself and for those that set it up. */
export type SecuredKafka = {
  listeners: { name: string; port: number; protocol: 'SSL' | 'SASL_SSL' }[];
  properties: Record<string, string>;
  /** As the format tool takes them, e.g. `SCRAM-SHA-512=[name=ada,password=…]`. */
  scramUsers: string[];
};

/** One broker that is its own controller, on this machine's loopback; the place of its data is left to the caller. */
export function kafkaProperties(options: {
  port: number;
  controllerPort: number;
  proxied?: ProxiedListener | undefined;
  secured?: SecuredKafka | undefined;
}): Record<string, string> {
  const { port, controllerPort, proxied, secured } = options;
  const listeners = [`CLIENT://127.0.0.1:${port}`, `CONTROLLER://127.0.0.1:${controllerPort}`];
  const advertised = [`CLIENT://127.0.0.1:${port}`];
  if (proxied !== undefined) {
    listeners.push(`PROXIED://127.0.0.1:${proxied.port}`);
    advertised.push(`PROXIED://127.0.0.1:${proxied.advertisedPort}`);
  }
  const protocols = ['CLIENT:PLAINTEXT', 'CONTROLLER:PLAINTEXT', 'PROXIED:PLAINTEXT'];
  for (const listener of secured?.listeners ?? []) {
    listeners.push(`${listener.name}://127.0.0.1:${listener.port}`);
    advertised.push(`${listener.name}://127.0.0.1:${listener.port}`);
    protocols.push(`${listener.name}:${listener.protocol}`);
  }
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.listener.names': 'CONTROLLER',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: listeners.join(),
    'advertised.listeners': advertised.join(),
    'listener.security.protocol.map': protocols.join(),
    'inter.broker.listener.name': 'CLIENT',
    'num.network.threads': '2',
    'num.io.threads': '4',
    'message.max.bytes': MAXIMUM_RECORD_BYTES,
    'replica.fetch.max.bytes': MAXIMUM_RECORD_BYTES,
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '4',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'group.min.session.timeout.ms': '1000',
    // Without these two a restart after SIGKILL takes 11 s instead of 3.
    'broker.heartbeat.interval.ms': '500',
    'broker.session.timeout.ms': '2000',
    'auto.create.topics.enable': 'false',
    'log.segment.bytes': '67108864',
    'log.cleaner.dedupe.buffer.size': '2097152',
    ...secured?.properties,
  };
}
