import { InvalidError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { type ListedKind, listedKinds } from '../listing/listing-page.ts';
import { workAtOnce } from '../listing/at-once.ts';
import { orRefused } from '../listing/listing-step.ts';
import type { Outcome } from '../listing/tally.ts';
import type { Step } from '../listing/walk.ts';
import type { EntityRef } from '../entity-ref.ts';
import type { EntityState, EntityStates } from '../versioning/entity-state.ts';

/** Where the look for missing entities stands; `unlisted` were found so far for the kind. */
export type MissingPlace = { readonly kind: ListedKind; readonly afterId: string | null; readonly unlisted: number };

export const FIRST_MISSING: MissingPlace = { kind: listedKinds[0], afterId: null, unlisted: 0 };

const STATES_PER_STEP = 500;
const READ_AT_ONCE = 8;

/**
 * More entities of a kind that the listing does not show than this, and more than the share, are no deletions that users made
 * one by one: the token reads something else, or HighLevel's search lost its index. They are not read back one by one; the
 * operator is told.
 */
const MANY_UNLISTED = 1_000;

type Options = {
  readonly locationId: string;
  /** When the listing of this sweep began, epoch milliseconds. */
  readonly startedAt: number;
  readonly states: Pick<EntityStates, 'list'>;
  readonly readBack: (ref: EntityRef) => Promise<Outcome>;
  readonly logger: Logger;
};

/**
 * A step that takes some of the entities that live as far as the log says, and reads back those that neither the listing nor
 * anything else has shown since the sweep began. An entity is deleted only by what its own route says then.
 */
export function createMissingStep(options: Options): (place: MissingPlace) => Promise<Step<MissingPlace>> {
  const { locationId, startedAt, states, readBack, logger } = options;
  return async ({ kind, afterId, unlisted }) => {
    const page = await states.list({ kind, locationId }, { afterId, limit: STATES_PER_STEP });
    const missing = page.filter((state) => isMissing(state, startedAt));
    const found = unlisted + missing.length;
    if (found > MANY_UNLISTED) throw tooManyUnlisted(kind);
    const outcomes = await workAtOnce(missing, READ_AT_ONCE, ({ ref }) =>
      orRefused({ ref }, () => readBack(ref), logger),
    );
    const last = page.at(-1)?.ref.id;
    const next =
      last === undefined || page.length < STATES_PER_STEP ? placeAfter(kind) : { kind, afterId: last, unlisted: found };
    return { kind, outcomes, next };
  };
}

/** Nothing has shown the entity since the sweep began. */
function isMissing({ content }: EntityState, startedAt: number): boolean {
  if (content === null) return true;
  return !content.deleted && content.seen.to < startedAt;
}

function placeAfter(kind: ListedKind): MissingPlace | null {
  const next = listedKinds[listedKinds.indexOf(kind) + 1];
  return next === undefined ? null : { kind: next, afterId: null, unlisted: 0 };
}

function tooManyUnlisted(kind: ListedKind): InvalidError {
  return new InvalidError(
    'sweep_many_unlisted',
    `HighLevel does not list more than ${MANY_UNLISTED} entities of the kind ${kind} that the log says live. ` +
      'Nothing of them is published; see the runbook of the adapter.',
  );
}
