import { isDistrusted } from '@fundlens/runtime/connection-advice';
import Broker from 'kafkajs/src/broker/index.js';
import BrokerPool from 'kafkajs/src/cluster/brokerPool.js';
import { isMissingRight } from './kafka-refusal.ts';

/**
 * KafkaJS asks one broker after the other for a group's coordinator, and drops what they answer: to a client without a right
 * to the group it says, for ever, that there is no coordinator.
 */
export function tellMissingRights(): void {
  const { withBroker } = BrokerPool.prototype;
  BrokerPool.prototype.withBroker = async function withBrokerOrRefusal<T>(
    this: BrokerPool,
    ask: (found: object) => Promise<T>,
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

/**
 * It retries a connection whose certificate does not hold as if the broker were away. Here the first connection of a client
 * fails. A client that has been connected waits on: its brokers may be in the middle of a renewal.
 */
export function endFirstConnectionInDistrust(): void {
  const { createSeedBroker } = BrokerPool.prototype;
  BrokerPool.prototype.createSeedBroker = async function createJudgedSeedBroker(this: BrokerPool) {
    await createSeedBroker.call(this);
    const seed = this.seedBroker;
    if (seed === undefined) return;
    seed.connect = async () => {
      await Broker.prototype.connect.call(seed).catch((error: { retriable?: boolean }) => {
        if (this.versions === null && isDistrusted(error)) error.retriable = false;
        throw error;
      });
    };
  };
}
