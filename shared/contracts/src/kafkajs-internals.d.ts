/** The parts of KafkaJS 2.2.4 that `kafkajs-repairs.ts` and `kafkajs-refusals.ts` mend; the package publishes no types of them. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
  // What the module exports, as CommonJS.
  export = RequestQueue;
}

declare module 'kafkajs/src/consumer/consumerGroup.js' {
  class ConsumerGroup {
    readonly memberId: string | null;
    heartbeat(options: { readonly interval: number }): Promise<void>;
  }
  export = ConsumerGroup;
}

declare module 'kafkajs/src/broker/index.js' {
  type FetchedPartition = { readonly partition: number; readonly fetchOffset: string; readonly maxBytes: number };
  type FetchedTopic = { readonly topic: string; readonly partitions: readonly FetchedPartition[] };
  class Broker {
    connect(): Promise<void>;
    fetch(request: { readonly topics: readonly FetchedTopic[] }): Promise<unknown>;
  }
  export = Broker;
}

declare module 'kafkajs/src/cluster/brokerPool.js' {
  import type Broker from 'kafkajs/src/broker/index.js';
  class BrokerPool {
    readonly seedBroker: Broker | undefined;
    /** Of the protocol; null until a broker has answered. */
    readonly versions: unknown;
    createSeedBroker(): Promise<void>;
    withBroker<T>(ask: (found: BrokerPool.Found) => Promise<T>): Promise<T | null>;
  }
  namespace BrokerPool {
    type Found = { readonly nodeId: string; readonly broker: Broker };
  }
  export = BrokerPool;
}
