import { randomBytes } from 'node:crypto';
import { demoEvents } from '@fundlens/local/demo/demo';
import { demoWorld, showcaseOf } from '@fundlens/local/demo/world';
import { openEventLog, publishDemo, untilVisible } from '@fundlens/local/demo/system/publishing';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { ADDRESSES } from './compose-system.ts';

export type PublishedDemo = {
  /** Of an agency key that may read everything. */
  readonly token: string;
  /** Of a report that has a PDF. */
  readonly locationId: string;
  readonly requestId: string;
};

/** Publishes the small demo to the servers of the Compose system, and waits until a client sees all of it. */
export async function publishSmallDemo(): Promise<PublishedDemo> {
  const baseUrl = `${ADDRESSES.api}/api/v1`;
  const tokens = demoTokens(randomBytes(32).toString('base64url'));
  const world = demoWorld({ seed: 'images', baseInstant: Date.now(), scale: 'small' });
  const { signal } = new AbortController();
  const log = await openEventLog({ kafkaBrokers: [ADDRESSES.kafka], schemaRegistryUrl: ADDRESSES.registry });
  try {
    const positions = await publishDemo([...demoEvents(world, tokens)], { publisher: log.publisher, signal });
    await untilVisible({ baseUrl, token: tokens.locationRead, signal }, positions);
    const { person, report } = showcaseOf(world);
    return { token: tokens.agency, locationId: person.locationId, requestId: report.requestId };
  } finally {
    await log.publisher.stop();
  }
}
