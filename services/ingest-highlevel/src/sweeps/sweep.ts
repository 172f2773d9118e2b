import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import { MAX_ID_LENGTH } from '@fundlens/contracts/definition/limits';
import { failureCode, InvalidError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import type { CrmClient } from '../crm-api/crm-client.ts';
import { isPassing } from '../crm-reader.ts';
import { type EntityRef, entityName, type ListedKind, listedKinds } from '../entity-ref.ts';
import type { Source } from '../mapping/source-fields.ts';
import type { MapEntity } from '../marks/content.ts';
import type { Digests } from '../marks/digests.ts';
import { type EntityMark, type Marks, nextVersion, type SweepPlace, type SweepState } from '../marks/mark.ts';
import { RETRY_MS } from '../marks/mark-reading.ts';

export type SweepOptions = {
  /** The marks of locations that are to be swept. */
  readonly sweeps: Pick<Marks, 'claim' | 'settle' | 'postpone'>;
  readonly client: Pick<CrmClient, 'list'>;
  readonly marks: Pick<Marks, 'installations' | 'load' | 'mark' | 'noteListed' | 'unlisted'>;
  readonly digests: Pick<Digests, 'shown'>;
  readonly mapEntity: MapEntity;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** More unlisted entities of a kind stop the sweep: no fault of a search may have a location read entity by entity. */
  readonly maxUnlisted: number;
  /** Whether the company that a location names, and its installation there, are read too. */
  readonly withAccess: boolean;
  readonly logger: Logger;
};

/** Longer than a listing may take: a sweep whose process ended without a word goes on after that. */
const CLAIM_MS = 60_000;
const FIRST_PLACE: SweepPlace = { part: 'listing', kind: listedKinds[0], cursor: null };

/** What has a location swept. */
export function sweepRef(locationId: string): EntityRef {
  return { kind: 'location', locationId, id: locationId };
}

/**
 * Takes one step of the sweep of a marked location, and leaves it marked until the last one. A step that is done twice, or
 * only in part, does no harm: it ends with its settlement.
 */
export function createSweeping(options: SweepOptions): (mark: EntityMark) => Promise<void> {
  const { sweeps, marks, clock, withAccess, logger } = options;
  return async (mark) => {
    const now = clock();
    const claimed = await sweeps.claim(mark, { version: nextVersion(mark.version, now), until: now + CLAIM_MS });
    if (claimed === null) return;
    const sweep = sweepOf(claimed, now);
    const { id: locationId } = claimed.ref;
    try {
      const place = await stepOf(sweep, { ...options, locationId });
      if (place !== null) {
        return await sweeps.settle(claimed, { noted: { sweep: { ...sweep, place } }, again: claimed.markedAt });
      }
      const complete = { ...sweep, completeAsOf: sweep.startedAt, failure: null };
      await sweeps.settle(claimed, { noted: { sweep: complete }, again: null });
      logger.info({ locationId }, 'a location was compared with the CRM');
    } catch (error) {
      const code = failureCode(error);
      logger.warn({ locationId, error, code }, 'a location could not be compared with the CRM');
      if (isPassing(error)) return await sweeps.postpone(claimed, clock() + RETRY_MS);
      // The app may be gone from there, and the webhook that said so lost.
      if (code === 'crm_forbidden' && withAccess) {
        const open = (await marks.installations(locationId)).filter(({ known }) => known?.state !== 'uninstalled');
        for (const { ref } of open) await marks.mark(ref, { at: clock(), urgent: false });
      }
      await sweeps.settle(claimed, { noted: { sweep: { ...sweep, failure: { code, at: clock() } } }, again: null });
    }
  };
}

/** The one that is under way; a new mark begins anew. */
function sweepOf({ token, sweep }: EntityMark, now: number): SweepState {
  if (sweep !== null && sweep.token === token) return sweep;
  const { completeAsOf = null, failure = null } = sweep ?? {};
  return { token: token ?? '', startedAt: now, place: FIRST_PLACE, completeAsOf, failure };
}

type Step = SweepOptions & { readonly locationId: string };

/**
 * Everything that is listed otherwise than the log has it, and everything that lives in the log and is not listed, is marked:
 * what it is now, its own route says, because a search may lag or pass over entities.
 * @returns where to go on; null: the sweep has ended
 */
async function stepOf({ startedAt, place }: SweepState, step: Step): Promise<SweepPlace | null> {
  if (place.part === 'listing') return await compare(startedAt, place, step);
  await markUnlisted(startedAt, place, step);
  return placeAfter(place);
}

/** The first place of the next kind; after the last kind, that of the next part. */
function placeAfter({ part, kind }: SweepPlace): SweepPlace | null {
  const next = listedKinds[listedKinds.indexOf(kind) + 1];
  if (next !== undefined) return { part, kind: next, cursor: null };
  return part === 'listing' ? { ...FIRST_PLACE, part: 'unlisted' } : null;
}

async function compare(run: number, place: SweepPlace, step: Step): Promise<SweepPlace | null> {
  const { locationId, client, marks, clock, withAccess } = step;
  const { kind, cursor } = place;
  const { entities, next } = await client.list(kind, locationId, { purpose: 'bulk', cursor });
  const looked = entities.map((source) => listedOf({ kind, locationId, id: source.id }, source, step));
  const listed = (await Promise.all(looked)).flat();
  const refs = listed.map(({ ref }) => ref);
  const known = new Map((await marks.load(refs)).map((mark) => [entityName(mark.ref), mark]));
  for (const { ref, source, shown } of listed) {
    if (isDifferent(known.get(entityName(ref)), shown))
      await marks.mark(ref, { at: clock(), urgent: false, listed: shown });
    if (withAccess) await markAll(accessOf(ref, source), step);
  }
  await marks.noteListed(refs, run);
  return next === null ? placeAfter(place) : { ...place, cursor: next };
}

async function markUnlisted(run: number, { kind }: SweepPlace, step: Step): Promise<void> {
  const { locationId, marks, maxUnlisted } = step;
  const refs = await marks.unlisted({ kind, locationId }, run, maxUnlisted + 1);
  if (refs.length > maxUnlisted) throw tooManyUnlisted(kind, maxUnlisted);
  await markAll(refs, step);
}

async function markAll(refs: readonly EntityRef[], { marks, clock }: Step): Promise<void> {
  for (const ref of refs) await marks.mark(ref, { at: clock(), urgent: false });
}

type Listed = { readonly ref: EntityRef; readonly source: Source; readonly shown: string };

/** None: the contract does not take its id. */
async function listedOf(
  ref: EntityRef,
  source: Source,
  { digests, mapEntity, clock, logger }: Step,
): Promise<Listed[]> {
  if (ref.id.length > MAX_ID_LENGTH || !ID_PATTERN.test(ref.id)) {
    logger.warn({ kind: ref.kind, code: 'id_invalid' }, 'an entity of HighLevel cannot be published');
    return [];
  }
  const statement = await mapEntity(ref, source, clock(), 'bulk');
  return [{ ref, source, shown: statement === null ? '' : digests.shown(statement) }];
}

/** The company that a location names, and its installation there. */
function accessOf({ kind, locationId }: EntityRef, source: Source): EntityRef[] {
  const { companyId } = source;
  if (kind !== 'location' || typeof companyId !== 'string' || companyId === '') return [];
  return [
    { kind: 'company', locationId: null, id: companyId },
    { kind: 'installation', locationId, id: companyId },
  ];
}

/** A listing that was looked into once may write the same content in another way: it is no difference the next time. */
function isDifferent(mark: EntityMark | undefined, shown: string): boolean {
  if (mark === undefined || mark.known === null) return true;
  return mark.known.shown !== shown && mark.listed !== shown;
}

function tooManyUnlisted(kind: ListedKind, maxUnlisted: number): InvalidError {
  return new InvalidError(
    'sweep_many_unlisted',
    `HighLevel does not list more than ${maxUnlisted} entities of the kind ${kind} that the log says live. ` +
      'The sweep looks into none of them. Were they deleted by people, raise SWEEP_MAX_UNLISTED.',
  );
}
