import { randomBytes } from 'node:crypto';
import { demoEvents } from '@fundlens/local/demo/demo';
import { demoWorld, showcaseOf } from '@fundlens/local/demo/world';
import { openEventLog, publishDemo, untilVisible } from '@fundlens/local/demo/system/publishing';
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
  const world = demoWorld({ seed: 'images', baseInstant: Date.now(), scale: 'small' });
  const { signal } = new AbortController();
  const log = await openEventLog({ kafkaBrokers: [ADDRESSES.kafka], schemaRegistryUrl: ADDRESSES.registry });
  try {
    const events = [...demoEvents(world, tokens)];
    const positions = await publishDemo(events, { publisher: log.publisher, signal });
    await untilVisible({ baseUrl, token: tokens.locationRead, signal }, positions);
    const { person, report: stored } = showcaseOf(world);
    const { locationId, contactId } = person;
    const deals = request(baseUrl, { target: target('/deals', { locationId, limit: 1 }), token: tokens.agency });
    const [deal] = (await dataOf<{ readonly deals: readonly { readonly dealId: string }[] }>(deals)).deals;
    if (deal === undefined) throw new Error('the demo has no deal there');
    const known = { locationId, contactId, requestId: stored.requestId, dealId: deal.dealId };
    return { events: events.length, token: tokens.agency, known };
  } finally {
    await log.publisher.stop();
  }
}
