import Broker from 'kafkajs/src/broker/index.js';
import BrokerPool from 'kafkajs/src/cluster/brokerPool.js';
import { isDistrusted } from '@fundlens/runtime/connection-advice';
import { isMissingRight } from './kafka-refusal.ts';

/** KafkaJS 2.2.4 waits for what will not change by itself, and does not say for what. These repairs tell its callers. */
export function tellRefusals(): void {
  tellMissingRights();
  endFirstConnectionsInDistrust();
}

/**
 * It asks one broker after the other for a group's coordinator, and drops what they answer: to a client without a right to
 * the group it says, for ever, that there is no coordinator.
 */
function tellMissingRights(): void {
  const { withBroker } = BrokerPool.prototype;
  BrokerPool.prototype.withBroker = async function withBrokerOrRefusal<T>(
    this: BrokerPool,
    ask: (found: BrokerPool.Found) => Promise<T>,
  ): Promise<T | null> {
    let refusal: unknown = null;
    const answer = await withBroker.call(this, async (found) => {
      try {
        return await ask(found);
      } catch (error) {
        if (isMissingRight(error)) refusal = error;
        throw error;
      }
    });
    if (answer === null && refusal !== null) throw refusal;
    return answer as T | null;
  };
}

/** Of each pool, the seed brokers that were not trusted since another answer came. */
const distrusted = new WeakMap<BrokerPool, Set<string>>();

/**
 * It retries a connection whose certificate does not hold as if the broker were away. Here the first connection of a client
 * fails when every seed broker was tried and none is trusted: KafkaJS takes them in turn, so the first that comes again says
 * so. A client that has been connected waits on: its brokers may be in the middle of a renewal.
 */
function endFirstConnectionsInDistrust(): void {
  const { createSeedBroker } = BrokerPool.prototype;
  BrokerPool.prototype.createSeedBroker = async function createJudgedSeedBroker(this: BrokerPool) {
    await createSeedBroker.call(this);
    const seed = this.seedBroker;
    if (seed === undefined) return;
    seed.connect = async () => {
      try {
        await Broker.prototype.connect.call(seed);
      } catch (error) {
        judge(this, error);
        throw error;
      }
    };
  };
}

type ConnectionError = { readonly broker?: string; retriable?: boolean };

function judge(pool: BrokerPool, error: unknown): void {
  if (pool.versions !== null) return;
  const seen = distrusted.get(pool) ?? new Set<string>();
  distrusted.set(pool, seen);
  const failure = error as ConnectionError;
  const broker = failure.broker ?? '';
  if (isDistrusted(error) && !seen.has(broker)) {
    seen.add(broker);
    return;
  }
  seen.clear();
  if (isDistrusted(error)) failure.retriable = false;
}
