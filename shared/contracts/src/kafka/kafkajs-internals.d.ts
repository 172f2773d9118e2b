/** The parts of KafkaJS 2.2.4 that `kafkajs-repairs.ts` and `kafkajs-refusals.ts` mend; the package publishes no types of them. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  /** Times in milliseconds, the first of the epoch. */
  type SentRequest = { readonly sentAt: number; readonly requestTimeout: number; timeoutRequest(): void };
  class RequestQueue {
    readonly inflight: ReadonlyMap<number, SentRequest>;
    readonly pending: readonly unknown[];
    readonly enforceRequestTimeout: boolean;
    requestTimeoutIntervalId: NodeJS.Timeout | null;
    isConnected(): boolean;
    scheduleRequestTimeoutCheck(): void;
    scheduleCheckPendingRequests(): void;
    rejectAll(error: Error): void;
    destroy(): void;
  }
  // What the module exports, as CommonJS.
  export = RequestQueue;
}

declare module 'kafkajs/src/network/connection.js' {
  import type { Socket } from 'node:net';
  class Connection {
    constructor(options: object);
    readonly socket: Socket | undefined;
    chunks: readonly Buffer[];
    bytesBuffered: number;
    bytesNeeded: number;
    isConnected(): boolean;
    connect(): Promise<true>;
    send(request: object): Promise<unknown>;
    disconnect(): Promise<true>;
  }
  export = Connection;
}

declare module 'kafkajs/src/protocol/encoder.js' {
  class Encoder {
    readonly buffer: Buffer;
  }
  export = Encoder;
}

declare module 'kafkajs/src/consumer/consumerGroup.js' {
  class ConsumerGroup {
    readonly groupId: string;
    readonly memberId: string | null;
    fetch(nodeId: string): Promise<unknown>;
    heartbeat(options: { readonly interval: number }): Promise<void>;
  }
  export = ConsumerGroup;
}

declare module 'kafkajs/src/broker/index.js' {
  /** A record, or a marker that the log keeps for itself. */
  type FetchedRecord = {
    readonly offset: string;
    readonly key: Buffer | null;
    /** Epoch milliseconds. */
    readonly timestamp: string;
    isControlRecord: boolean;
    readonly batchContext: { readonly producerId: string; readonly inTransaction: boolean };
  };
  type FetchedPartition = {
    readonly partition: number;
    readonly lastStableOffset: string;
    readonly messages: readonly FetchedRecord[];
    abortedTransactions: readonly { readonly producerId: string; readonly firstOffset: string }[] | null;
  };
  type AskedPartition = {
    readonly topic: string;
    readonly partition: number;
    readonly fetchOffset: string;
    readonly maxBytes: number;
  };
  type AskedTopic = { readonly topic: string; readonly partitions: readonly Omit<AskedPartition, 'topic'>[] };
  type AskedOffsets = { readonly isolationLevel?: number | undefined; readonly topics: { readonly topic: string }[] };
  class Broker {
    connect(): Promise<void>;
    fetch(request: { readonly topics: readonly AskedTopic[]; readonly maxWaitTime: number }): Promise<{
      readonly responses: readonly { readonly topicName: string; readonly partitions: readonly FetchedPartition[] }[];
    }>;
    listOffsets(request: AskedOffsets): Promise<{ readonly responses: readonly { readonly topic: string }[] }>;
  }
  namespace Broker {
    export type { AskedOffsets, AskedPartition, FetchedPartition, FetchedRecord };
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
    withBroker<T>(ask: (found: object) => Promise<T>): Promise<T | null>;
  }
  export = BrokerPool;
}
