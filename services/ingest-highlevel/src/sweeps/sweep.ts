import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import { MAX_ID_LENGTH } from '@fundlens/contracts/definition/limits';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import type { CrmClient } from '../crm-api/crm-client.ts';
import { type EntityRef, entityName, type ListedKind } from '../entity-ref.ts';
import type { Source } from '../mapping/source-fields.ts';
import type { MapEntity } from '../marks/current-content.ts';
import type { Digests } from '../marks/digests.ts';
import type { EntityMark, Marks } from '../marks/mark.ts';
import { placeAfter, type SweepPlace } from './sweep-place.ts';

export type SweepOptions = {
  readonly client: Pick<CrmClient, 'list'>;
  readonly marks: Pick<Marks, 'load' | 'mark' | 'noteListed' | 'unlisted'>;
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

export type SweepStep = {
  readonly marked: number;
  /** Null: the sweep has ended. */
  readonly next: SweepPlace | null;
};

/**
 * The steps of one sweep of a location. Everything that is listed otherwise than the log has it, and everything that lives in
 * the log and is not listed, is marked: what it is now, its own route says, because a search may lag or pass over entities.
 * A step may be repeated without harm.
 */
export function createSweepSteps(
  { locationId, startedAt }: { readonly locationId: string; readonly startedAt: number },
  options: SweepOptions,
): (place: SweepPlace) => Promise<SweepStep> {
  const { client, marks, clock, maxUnlisted, withAccess } = options;
  const markAll = async (refs: readonly EntityRef[]): Promise<void> => {
    for (const ref of refs) await marks.mark(ref, { at: clock(), urgent: false });
  };

  async function compare(place: SweepPlace): Promise<SweepStep> {
    const { kind, cursor } = place;
    const { entities, next } = await client.list(kind, locationId, { purpose: 'bulk', cursor });
    const listed = entities.flatMap((source) => listedOf({ kind, locationId, id: source.id }, source, options));
    const refs = listed.map(({ ref }) => ref);
    const known = new Map((await marks.load(refs)).map((mark) => [entityName(mark.ref), mark]));
    const different = listed.filter(({ ref, shown }) => isDifferent(known.get(entityName(ref)), shown));
    for (const { ref, shown } of different) await marks.mark(ref, { at: clock(), urgent: false, listed: shown });
    const others = withAccess ? listed.flatMap(({ ref, source }) => accessOf(ref, source)) : [];
    await markAll(others);
    await marks.noteListed(refs, startedAt);
    const marked = different.length + others.length;
    return { marked, next: next === null ? placeAfter(place) : { ...place, cursor: next } };
  }

  async function markUnlisted(place: SweepPlace): Promise<SweepStep> {
    const { kind } = place;
    const refs = await marks.unlisted({ kind, locationId }, startedAt, maxUnlisted + 1);
    if (refs.length > maxUnlisted) throw tooManyUnlisted(kind, maxUnlisted);
    await markAll(refs);
    return { marked: refs.length, next: placeAfter(place) };
  }

  return (place) => (place.part === 'listing' ? compare(place) : markUnlisted(place));
}

type Listed = { readonly ref: EntityRef; readonly source: Source; readonly shown: string };

/** None: the contract does not take its id. */
function listedOf(ref: EntityRef, source: Source, { digests, mapEntity, clock, logger }: SweepOptions): Listed[] {
  if (ref.id.length > MAX_ID_LENGTH || !ID_PATTERN.test(ref.id)) {
    logger.warn({ kind: ref.kind, code: 'id_invalid' }, 'an entity of HighLevel cannot be published');
    return [];
  }
  const statement = mapEntity(ref, source, clock());
  return [{ ref, source, shown: statement === null ? '' : digests.shown({ is: 'live', statement }) }];
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
