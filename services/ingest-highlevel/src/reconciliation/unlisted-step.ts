import { z } from 'zod';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { type ListedKind, listedKinds } from '../listing/listing-page.ts';
import { workAtOnce } from '../listing/at-once.ts';
import { orRefused } from '../listing/listing-step.ts';
import type { Outcome } from '../listing/tally.ts';
import type { Step } from '../listing/walk.ts';
import type { EntityRef } from '../entity-ref.ts';
import type { EntityStates } from '../versioning/entity-state.ts';

/** Where the look for entities that are not listed stands; `unlisted` were found so far for the kind. */
export const unlistedPlaceSchema = z.strictObject({
  kind: z.enum(listedKinds),
  afterId: z.string().nullable(),
  unlisted: z.number(),
});
export type UnlistedPlace = z.infer<typeof unlistedPlaceSchema>;

export const FIRST_UNLISTED: UnlistedPlace = { kind: listedKinds[0], afterId: null, unlisted: 0 };

const STATES_PER_STEP = 500;
const READ_AT_ONCE = 8;

type Options = {
  readonly locationId: string;
  readonly states: Pick<EntityStates, 'list'>;
  /** More unlisted entities of a kind stop the sweep: no fault of a search may have a location read back entity by entity. */
  readonly maxUnlisted: number;
  /** Which of the entities the sweep's listing has shown. */
  readonly listed: (kind: ListedKind, ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly readBack: (ref: EntityRef) => Promise<Outcome>;
  readonly logger: Logger;
};

/**
 * A step that takes some of the entities that live as far as the log says, and reads back those that the listing has not
 * shown. An entity is deleted only by what its own route says then: a search may lag, or pass over entities.
 */
export function createUnlistedStep(options: Options): (place: UnlistedPlace) => Promise<Step<UnlistedPlace>> {
  const { locationId, states, maxUnlisted, listed, readBack, logger } = options;
  return async ({ kind, afterId, unlisted }) => {
    const page = await states.list({ kind, locationId }, { afterId, limit: STATES_PER_STEP });
    const living = page.filter(({ content }) => content?.deleted !== true).map(({ ref }) => ref);
    const shown = await listed(
      kind,
      living.map(({ id }) => id),
    );
    const missing = living.filter(({ id }) => !shown.has(id));
    if (unlisted + missing.length > maxUnlisted) throw tooManyUnlisted(kind, maxUnlisted);
    const outcomes = await workAtOnce(missing, READ_AT_ONCE, (ref) => orRefused({ ref }, () => readBack(ref), logger));
    const afterPage = { kind, afterId: page.at(-1)?.ref.id ?? null, unlisted: unlisted + missing.length };
    return { kind, outcomes, next: page.length < STATES_PER_STEP ? firstPlaceAfter(kind) : afterPage };
  };
}

function firstPlaceAfter(kind: ListedKind): UnlistedPlace | null {
  const next = listedKinds[listedKinds.indexOf(kind) + 1];
  return next === undefined ? null : { ...FIRST_UNLISTED, kind: next };
}

function tooManyUnlisted(kind: ListedKind, maxUnlisted: number): InvalidError {
  return new InvalidError(
    'sweep_many_unlisted',
    `HighLevel does not list more than ${maxUnlisted} entities of the kind ${kind} that the log says live. ` +
      'The sweep deletes no more of them. Were they deleted by people, raise SWEEP_MAX_UNLISTED.',
  );
}
