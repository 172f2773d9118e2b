/** The parts of KafkaJS 2.2.4 that `kafkajs-repairs.ts` mends; the package publishes no types of them. */
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
    fetch(request: { readonly topics: readonly FetchedTopic[] }): Promise<unknown>;
  }
  export = Broker;
}
