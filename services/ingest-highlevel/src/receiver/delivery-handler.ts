import { failureCode, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { companyOfLocation } from '../mapping/location.ts';
import type { EntityPublisher } from '../versioning/entity-publisher.ts';
import type { ObservationOutcome } from '../versioning/observation-outcome.ts';
import type { EntityStates } from '../versioning/entity-state.ts';
import { endOtherInstallations, removeApp } from '../webhooks/app-removal.ts';
import { type Delivery, parseDelivery } from '../webhooks/delivery.ts';
import {
  companyIdOf,
  locationIdOf,
  observationsOf,
  type ObservingContext,
  occurredAtOf,
} from '../webhooks/observed-delivery.ts';
import { entityWebhooks, isAppWebhook } from '../webhooks/webhook-types.ts';
import type { DeliveryIds } from './delivery-id-store.ts';
import { judgeAge } from './replay-window.ts';
import type { VerifySignature } from './signature.ts';

/**
 * 200: in the log, or nothing for it. 400: will never be valid. 401: the signature. 429: everything else, because HighLevel
 * repeats a delivery after a 429 only, and treats every other answer as final.
 */
export type Answer = {
  readonly status: 200 | 400 | 401 | 429;
  /** Machine-readable, without anything of the body. */
  readonly code: string;
  /** Of a valid delivery; `other`: a type that the adapter does not take. */
  readonly type: string;
};

export type DeliveryHandlerOptions = {
  readonly verify: VerifySignature;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly requireTimestamp: boolean;
  /** Whether the app's installations and companies are published too. */
  readonly publishAccess: boolean;
  readonly ids: DeliveryIds;
  readonly publisher: EntityPublisher;
  readonly states: Pick<EntityStates, 'list' | 'load'>;
  readonly context: ObservingContext;
  readonly onError: (error: unknown) => void;
};

export type HandleDelivery = (
  body: Buffer,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
) => Promise<Answer>;

/** From the bytes of a delivery to its answer. Never throws. */
export function createDeliveryHandler(options: DeliveryHandlerOptions): HandleDelivery {
  return async (body, headers) => {
    const verdict = options.verify(body, headers);
    if (verdict !== 'valid') return { status: 401, code: `signature_${verdict}`, type: 'unknown' };
    let type = 'unknown';
    try {
      const delivery = parseDelivery(body, options.clock());
      type = labelOf(delivery.type);
      return { ...(await answerTo(delivery, options)), type };
    } catch (error) {
      if (error instanceof InvalidError) return { status: 400, code: error.code, type };
      // A bug must not lose the event either: it is repeated for an hour, and the log says why.
      if (!(error instanceof RetryableError)) options.onError(error);
      return { status: 429, code: failureCode(error), type };
    }
  };
}

async function answerTo(delivery: Delivery, options: DeliveryHandlerOptions): Promise<Omit<Answer, 'type'>> {
  const { ids, requireTimestamp } = options;
  if (labelOf(delivery.type) === OTHER) return { status: 200, code: 'ignored' };
  if (requireTimestamp && delivery.timestamp === null) return { status: 400, code: 'timestamp_missing' };
  const { webhookId, timestamp } = delivery;
  // Neither its age nor a repetition could be told: a copy of it would be accepted for ever.
  if (timestamp === null && webhookId === null) return { status: 400, code: 'timestamp_and_id_missing' };
  const age = judgeAge(delivery);
  if (age !== 'inside') return { status: age === 'late' ? 400 : 429, code: `timestamp_${age}` };
  if (webhookId !== null && (await ids.has(webhookId))) return { status: 200, code: 'repeated' };
  const outcomes = await takenBy(delivery, options);
  if (webhookId !== null) await ids.add(webhookId, timestamp);
  return { status: 200, code: outcomes.find((outcome) => outcome !== 'unchanged') ?? outcomes[0] ?? 'nothing_known' };
}

async function takenBy(delivery: Delivery, options: DeliveryHandlerOptions): Promise<readonly ObservationOutcome[]> {
  const { publisher, states, context, publishAccess } = options;
  if (isAppWebhook(delivery.type) && !publishAccess) return [];
  const parts = { publisher, states, context, delivery };
  if (delivery.type === 'UNINSTALL') return await removeApp(delivery, parts);
  const outcomes: ObservationOutcome[] = [];
  for (const observation of observationsOf(delivery, context)) outcomes.push(await publisher.observe(observation));
  const owned = publishAccess ? ownedLocation(delivery) : null;
  if (owned !== null) await endOtherInstallations(owned, parts);
  return outcomes;
}

/** A location and the company that it belongs to, as far as the delivery says both. */
function ownedLocation(delivery: Delivery): { readonly locationId: string; readonly companyId: string } | null {
  const isLocation = entityWebhooks[delivery.type]?.kind === 'location';
  if (!isLocation && delivery.type !== 'INSTALL') return null;
  const locationId = isLocation ? String(delivery.body.id) : locationIdOf(delivery);
  const companyId = isLocation
    ? companyOfLocation(delivery.body, { occurredAt: occurredAtOf(delivery) })
    : companyIdOf(delivery);
  return locationId === null || companyId === null ? null : { locationId, companyId };
}

const OTHER = 'other';

/** A sender chooses the type, so only those that are known become labels. */
function labelOf(type: string): string {
  return Object.hasOwn(entityWebhooks, type) || isAppWebhook(type) ? type : OTHER;
}
