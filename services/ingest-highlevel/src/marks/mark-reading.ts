import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { failureCode, failureKind, InvalidError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { type CrmReader, type EntityReading, isPassing, type Purpose } from '../crm-reader.ts';
import type { EntityRef } from '../entity-ref.ts';
import { type Content, contactOf, contentOfReading, contentOfSaid, knownOf, type MapEntity } from './content.ts';
import type { Digests } from './digests.ts';
import { eventsOf } from './events-of-content.ts';
import { ABSENCE_AGAIN_MS, type EntityMark, type Marks, nextVersion, type Settlement } from './mark.ts';

export type MarkReadingOptions = {
  readonly marks: Marks;
  readonly reader: CrmReader;
  /** Resolves when all in-sync replicas have the events. */
  readonly publish: (events: readonly Publishable[], mark: EntityMark) => Promise<unknown>;
  readonly digests: Digests;
  readonly mapEntity: MapEntity;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly epoch: number;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Longer than a reading and its publishing take: a mark that is claimed for longer was left behind. */
export const CLAIM_MS = 20_000;
/** After a server failed; what is away for long is tried as often. */
export const RETRY_MS = 3_000;
/** What waited for longer is part of a bulk change. */
const FRESH_MS = 10_000;
/** Access may be back by then: a token that was renewed, a scope that was given. Asking more often spends HighLevel's limits. */
const NO_ACCESS_AGAIN_MS = 10 * 60_000;
/** Then the app is gone from there; once it is back, a sweep finds what changed. */
const NO_ACCESS_GIVEN_UP_MS = 24 * 3_600_000;

/**
 * Reads a marked entity and publishes what the API answers, if it differs from what the log says.
 *
 * **Invariant**: once the last mark is cleared, the log says of an entity what a reading found that began after that mark. A
 * version is taken before the reading; of two readings at once the one with the higher version wins in the log, and only that
 * one may clear the mark, and only if no later mark was set meanwhile. After a reading that has not ended (`settled` is not
 * the last version) its content may stand in the log, so the next one is published also where nothing seems to have changed.
 */
export function createMarkReading(options: MarkReadingOptions): (mark: EntityMark) => Promise<void> {
  const { marks, clock } = options;

  return async (mark) => {
    const now = clock();
    const version = nextVersion(mark.version, now);
    const claimed = await marks.claim(mark, { version, until: now + CLAIM_MS });
    if (claimed === null) return;
    const unchanged = claimed.settled === mark.version ? { settled: version } : {};
    try {
      await readClaimed(claimed, { ...options, unchanged, readAt: clock(), purpose: purposeOf(mark, now) });
    } catch (error) {
      if (failureKind(error) === 'retryable') await marks.postpone(claimed, clock() + RETRY_MS);
      throw error;
    }
  };
}

/** A fresh change may use all of the limits; what waits leaves a part of them to fresh ones. */
function purposeOf({ urgent, markedAt }: EntityMark, now: number): Purpose {
  return urgent && now - markedAt < FRESH_MS ? 'webhook' : 'backlog';
}

type Claim = MarkReadingOptions & {
  /** What a reading notes that publishes nothing: what the log said before it, it says up to this version. */
  readonly unchanged: Pick<Settlement['noted'], 'settled'>;
  readonly readAt: number;
  readonly purpose: Purpose;
};

async function readClaimed(claimed: EntityMark, claim: Claim): Promise<void> {
  const { marks, mapEntity, unchanged, readAt, purpose } = claim;
  const { said, markedAt } = claimed;
  if (said !== null) return await state(claimed, contentOfSaid(claimed, said), claim);
  const reading = await readingOf(claimed.ref, claim);
  if (reading === 'no_access' && readAt - markedAt <= NO_ACCESS_GIVEN_UP_MS) {
    return await marks.postpone(claimed, readAt + NO_ACCESS_AGAIN_MS);
  }
  const stated = typeof reading === 'string' ? reading : await mapEntity(claimed.ref, reading, readAt, purpose);
  const content = stated === 'no_access' ? null : contentOfReading(claimed, stated);
  // A listing that nothing could be compared with was not looked into.
  const noted = { ...unchanged, ...(reading === 'no_access' && { listed: null }) };
  if (content === null) await marks.settle(claimed, { noted, again: null });
  else await state(claimed, content, claim);
}

/** What HighLevel refuses for good, or says in a way that we do not understand, is no answer. */
async function readingOf(ref: EntityRef, { reader, purpose, logger }: Claim): Promise<EntityReading> {
  try {
    return await reader.readEntity(ref, purpose);
  } catch (error) {
    if (isPassing(error) || failureKind(error) === 'fatal') throw error;
    const { kind, locationId } = ref;
    logger.warn({ kind, locationId, error, code: failureCode(error) }, 'HighLevel does not show a marked entity');
    return 'no_access';
  }
}

async function state(claimed: EntityMark, content: Content, claim: Claim): Promise<void> {
  const { marks, digests, publish, epoch, clock, unchanged, readAt } = claim;
  const { ref, version, known } = claimed;
  const next = knownOf(content, { digest: digests.exact(content), shown: digests.shown(content) });
  const hasEnded = unchanged.settled !== undefined;
  // What is absent is looked for once more, whatever was known: of a creation there are two webhooks. So is what may have ended.
  const isDoubtful = content === 'deleted' || (ref.kind === 'installation' && claimed.urgent && claimed.said === null);
  const isLookedForAgain = claimed.waitsUntil === claimed.markedAt;
  const again = isDoubtful && !isLookedForAgain ? clock() + ABSENCE_AGAIN_MS : null;
  if (hasEnded && known?.digest === next.digest && known.state === next.state) {
    return await marks.settle(claimed, { noted: unchanged, again });
  }
  const contactId = contactOf(content);
  const isNew = contactId !== null && !claimed.contactIds.includes(contactId);
  if (isNew && !(await marks.addContact(claimed, contactId))) return;
  const occurredAt = claimed.said?.at ?? readAt;
  const events = eventsOf({ ref, content, epoch, version, occurredAt, contactIds: claimed.contactIds });
  try {
    if (events.length > 0) await publish(events, claimed);
  } catch (error) {
    // It stays so until a user changes it in the CRM, which marks it again.
    if (error instanceof InvalidError) await marks.settle(claimed, { noted: unchanged, again: null });
    throw error;
  }
  const contactIds = contactId === null ? [] : [contactId];
  await marks.settle(claimed, { noted: { known: next, contactIds, settled: version, listed: null }, again });
}
