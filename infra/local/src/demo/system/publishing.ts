import { setTimeout as delay } from 'node:timers/promises';
import { createCodec } from '@fundlens/contracts/wire/codec';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka/kafka-client';
import { createPublisher, type Publisher } from '@fundlens/contracts/publishing/publisher';
import { createSchemaRegistry, registerSchemas } from '@fundlens/contracts/wire/registry';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { ensureTopics } from '@fundlens/contracts/kafka/topics';
import { sleep } from '@fundlens/runtime/backoff';
import { FatalError, failureCode, failureKind } from '@fundlens/runtime/errors';
import type { StackUrls } from '../../stack.ts';
import type { LiveChanges } from '../live-changes.ts';

/** Makes the topics and registers the schemas where they are missing, and connects a publisher. */
export async function openEventLog(urls: Pick<StackUrls, 'kafkaBrokers' | 'schemaRegistryUrl'>) {
  const topics = topicNames();
  const kafka = createKafka({ brokers: urls.kafkaBrokers, clientId: 'fundlens-start', retry: GIVE_UP_SOON });
  const registry = createSchemaRegistry({ url: urls.schemaRegistryUrl });
  const publisher = createPublisher({ kafka, codec: createCodec({ registry, topics, clock: Date.now }) });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const [{ clusterId }] = await Promise.all([
      admin.describeCluster(),
      ensureTopics(admin, { topics }),
      registerSchemas(registry, topics),
    ]);
    await publisher.start();
    /** `clusterId` names this Kafka for good: one that was emptied or exchanged has another. */
    return { clusterId, publisher };
  } finally {
    await admin.disconnect();
  }
}

/** A few megabytes at a time: the largest of them are reports of about ten kilobytes. */
const CHUNK_EVENTS = 400;

/**
 * Publishes the demo through the real publisher; interrupted and repeated, it changes nothing that is there.
 * @returns the last position of each partition, as `X-Wait-For-Position` takes them
 */
export async function publishDemo(
  events: readonly AnyEvent[],
  { publisher, signal }: { publisher: Publisher; signal: AbortSignal },
): Promise<string> {
  const offsets = new Map<string, string>();
  for (let from = 0; from < events.length; from += CHUNK_EVENTS) {
    signal.throwIfAborted();
    const positions = await publisher.publish(events.slice(from, from + CHUNK_EVENTS));
    for (const { topic, partition, offset } of positions) offsets.set(`${topic}/${partition}`, offset);
  }
  return [...offsets].map((position) => position.join('/')).join(',');
}

const ASK_AGAIN_MS = 250;
const REQUEST_LIMIT_MS = 10_000;
/** The demo is projected in seconds; a slow machine may need minutes. */
const VISIBLE_LIMIT_MS = 300_000;

/**
 * Resolves when the API answers with all that was published, dashboards included. Until then it may refuse: the
 * credential and the location have to be projected too.
 * @throws FatalError `demo_not_visible`
 */
export async function untilVisible(
  api: { baseUrl: string; token: string; signal: AbortSignal },
  positions: string | null,
): Promise<void> {
  const wanted = positions === null ? {} : { 'x-wait-for-position': positions };
  const headers = { ...wanted, authorization: `Bearer ${api.token}` };
  for (const startedAt = Date.now(); Date.now() - startedAt < VISIBLE_LIMIT_MS; await delay(ASK_AGAIN_MS)) {
    api.signal.throwIfAborted();
    const signal = AbortSignal.timeout(REQUEST_LIMIT_MS);
    const answer = await fetch(`${api.baseUrl}/dashboard/stats?days=90`, { headers, signal }).catch(() => null);
    if (answer?.ok) return;
  }
  throw new FatalError('demo_not_visible', 'The API does not show what was published; see projector.log.');
}

/**
 * Publishes live changes at a steady pace until the signal aborts. An outage of Kafka is reported once; the changes of
 * that time are dropped, because the next ones replace them.
 */
export async function publishLiveChanges(options: {
  changes: LiveChanges;
  publisher: Publisher;
  perSecond: number;
  report: (line: string) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { changes, publisher, perSecond, report, signal } = options;
  let isAway = false;
  while (!signal.aborted && perSecond > 0) {
    try {
      await publisher.publish(changes.next(Date.now()));
      if (isAway) report('live changes: published again');
      isAway = false;
    } catch (error) {
      if (failureKind(error) !== 'retryable') throw error;
      if (!isAway) report(`live changes: cannot be published (${failureCode(error)}), trying on`);
      isAway = true;
    }
    await sleep(1_000 / perSecond, signal);
  }
}
