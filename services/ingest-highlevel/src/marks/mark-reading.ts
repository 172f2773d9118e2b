import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { failureCode, failureKind, InvalidError } from '@fundlens/runtime/errors';
import type { CrmReader, EntityReading } from '../crm-reader.ts';
import type { Content } from './crm-state.ts';
import { contactOf, contentOfReading, contentOfSaid, knownOf, type MapEntity } from './current-content.ts';
import type { Digests } from './digests.ts';
import { eventsOf } from './events-of-content.ts';
import { ABSENCE_AGAIN_MS, type EntityMark, type Marks, type Settlement } from './mark.ts';
import { nextVersion } from './versions.ts';

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
};

/**
 * `unsaid`: HighLevel's answer is nothing that can be published. `refused`: the contract does not take it. `taken`: another
 * reading of the entity has begun.
 */
export type ReadingOutcome = 'published' | 'unchanged' | 'unsaid' | 'refused' | 'no_access' | 'taken';

/** Longer than a reading and its publishing take: a mark that is claimed for longer was left behind. */
export const CLAIM_MS = 20_000;
/** After a server failed; what is away for long is tried as often. */
export const RETRY_MS = 3_000;
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
export function createMarkReading(options: MarkReadingOptions): (mark: EntityMark) => Promise<ReadingOutcome> {
  const { marks, clock } = options;

  return async (mark) => {
    const now = clock();
    const version = nextVersion(mark.version, now);
    const claimed = await marks.claim(mark, { version, until: now + CLAIM_MS });
    if (claimed === null) return 'taken';
    const unchanged = claimed.settled === mark.version ? { settled: version } : {};
    try {
      return await readClaimed(claimed, { ...options, unchanged });
    } catch (error) {
      if (failureKind(error) === 'retryable') await marks.postpone(claimed, clock() + RETRY_MS);
      throw error;
    }
  };
}

type Claim = MarkReadingOptions & {
  /** What a reading notes that publishes nothing: what the log said before it, it says up to this version. */
  readonly unchanged: Pick<Settlement['noted'], 'settled'>;
};

async function readClaimed(claimed: EntityMark, claim: Claim): Promise<ReadingOutcome> {
  const { marks, clock, mapEntity, unchanged } = claim;
  const readAt = clock();
  if (claimed.said !== null) return await state(claimed, contentOfSaid(claimed, claimed.said), { ...claim, readAt });
  const reading = await readingOf(claimed, claim);
  if (reading.outcome === 'no_access') {
    const isGivenUp = readAt - claimed.markedAt > NO_ACCESS_GIVEN_UP_MS;
    if (isGivenUp) await marks.settle(claimed, { noted: unchanged, again: null });
    else await marks.postpone(claimed, readAt + NO_ACCESS_AGAIN_MS);
    return 'no_access';
  }
  const content = contentOfReading(claimed, reading, { mapEntity, readAt });
  if (content !== null) return await state(claimed, content, { ...claim, readAt });
  await marks.settle(claimed, { noted: unchanged, again: null });
  return 'unsaid';
}

/** What HighLevel refuses for good, or says in a way that we do not understand, is no answer. */
async function readingOf({ ref, urgent, markedAt }: EntityMark, { reader, clock }: Claim): Promise<EntityReading> {
  try {
    return await reader.readEntity(ref, { urgent, markedForMs: clock() - markedAt });
  } catch (error) {
    if (error instanceof InvalidError) return { outcome: 'no_access' };
    throw error;
  }
}

async function state(
  claimed: EntityMark,
  content: Content,
  { marks, digests, publish, epoch, clock, unchanged, readAt }: Claim & { readonly readAt: number },
): Promise<ReadingOutcome> {
  const { ref, version, known } = claimed;
  const next = knownOf(content, { digest: digests.exact(content), shown: digests.shown(content) });
  const hasEnded = unchanged.settled !== undefined;
  if (hasEnded && known?.digest === next.digest && known.state === next.state) {
    await marks.settle(claimed, { noted: unchanged, again: null });
    return 'unchanged';
  }
  const contactIds = contactOf(content);
  for (const contactId of contactIds) {
    if (!claimed.contactIds.includes(contactId) && !(await marks.addContact(claimed, contactId))) return 'taken';
  }
  const occurredAt = claimed.said?.at ?? readAt;
  const events = eventsOf({ ref, content, epoch, version, occurredAt, contactIds: claimed.contactIds });
  try {
    if (events.length > 0) await publish(events, claimed);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    // It stays so until a user changes it in the CRM, which marks it again.
    await marks.settle(claimed, { noted: unchanged, again: null });
    throw error;
  }
  const isSurprise = content.is === 'deleted' && known?.state !== 'deleted';
  const again = isSurprise ? clock() + ABSENCE_AGAIN_MS : null;
  await marks.settle(claimed, { noted: { known: next, contactIds, settled: version }, again });
  return 'published';
}

/** The code of what ended a reading; the contract's refusal is an end of its own. */
export function outcomeOfFailure(error: unknown): { readonly outcome: 'refused' | 'failed'; readonly code: string } {
  return { outcome: error instanceof InvalidError ? 'refused' : 'failed', code: failureCode(error) };
}
