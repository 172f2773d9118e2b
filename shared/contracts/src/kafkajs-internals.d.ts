/** The part of KafkaJS 2.2.4 that `kafkajs-repairs.ts` mends; the package publishes no types of it. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  class RequestQueue {
    readonly pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
  // What the module exports, as CommonJS.
  export = RequestQueue;
}
