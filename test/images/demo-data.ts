import { randomBytes } from 'node:crypto';
import { demoEvents, demoWorld } from '@fundlens/local/demo/demo-events';
import { showcaseOf } from '@fundlens/local/demo/showcase';
import { untilDemoIsVisible } from '@fundlens/local/demo/system/api-probe';
import { openEventLog } from '@fundlens/local/demo/system/event-log';
import { publishDemo } from '@fundlens/local/demo/system/seeding';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { dataOf, request, target } from '../harness/api-client.ts';
import { ADDRESSES } from './compose-system.ts';
import type { KnownIds } from './every-operation.ts';

export type PublishedDemo = {
  readonly events: number;
  /** Of an agency key that may read everything. */
  readonly token: string;
  readonly known: KnownIds;
};

/** Publishes the small demo to the servers of the Compose system, and waits until a client sees all of it. */
export async function publishSmallDemo(): Promise<PublishedDemo> {
  const baseUrl = `${ADDRESSES.api}/api/v1`;
  const tokens = demoTokens(randomBytes(32).toString('base64url'));
  const demo = { seed: 'images', baseInstant: Date.now(), scale: 'small' } as const;
  const { signal } = new AbortController();
  const report = () => undefined;
  const log = await openEventLog({
    kafkaBrokers: [ADDRESSES.kafka],
    schemaRegistryUrl: ADDRESSES.registry,
    mongodbUrl: '',
    redisUrl: '',
  });
  try {
    const options = { publisher: log.publisher, report, signal, now: Date.now };
    const events = await publishDemo(demoEvents({ ...demo, tokens }), options);
    const world = demoWorld(demo);
    await untilDemoIsVisible(world, { baseUrl, tokens, signal, report });
    const { person, report: stored } = showcaseOf(world);
    const { locationId, contactId } = person;
    const deals = request(baseUrl, { target: target('/deals', { locationId, limit: 1 }), token: tokens.agency });
    const [deal] = (await dataOf<{ readonly deals: readonly { readonly dealId: string }[] }>(deals)).deals;
    if (deal === undefined) throw new Error('the demo has no deal there');
    const known = { locationId, contactId, requestId: stored.requestId, dealId: deal.dealId };
    return { events, token: tokens.agency, known };
  } finally {
    await log.publisher.stop();
  }
}
