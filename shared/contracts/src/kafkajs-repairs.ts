import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

let repaired = false;

/**
 * KafkaJS 2.2.4 asks each connection for requests that wait to be sent, and sets the timer for the next time whether any
 * wait or not: `throttledUntil - now` is negative then, which Node takes for one millisecond. So each connection wakes the
 * process a thousand times a second for nothing, which is most of what an idle consumer costs. Here the timer is set only
 * where something waits: a request that is put into the queue sets it, and so does each check that leaves some.
 * Known as https://github.com/tulios/kafkajs/issues/1704; no release has mended it.
 */
export function repairKafkaJs(): void {
  if (repaired) return;
  repaired = true;
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
  RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleWherePending(this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
