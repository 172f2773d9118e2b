/** What a client of `/changes` is told of: an entity of the API, which one or more slots decide. */
export const CHANGE_TYPES = [
  'contact',
  'application',
  'nextSteps',
  'creditReport',
  'underwritingResult',
  'fundingPlan',
  'deal',
] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

export type ChangedEntity = {
  readonly type: ChangeType;
  readonly id: string;
  readonly contactId: string;
  /** When it last changed: see `ChangeTime`. */
  readonly at: number;
  readonly isLive: boolean;
};

/** The fields of a document that hold its changed entities. They are bookkeeping: no two documents differ by them. */
export const CHANGE_FIELDS = ['changedAt', 'changes'] as const;

export type StoredChanges = {
  /** Every instant at which an entity of the document last changed, ascending; indexed. */
  readonly changedAt: readonly number[];
  /** JSON text of a list of `StoredEntity`. */
  readonly changes: string;
};

/** Null stands for the entity id of the document. */
type StoredEntity = readonly [type: ChangeType, id: string | null, contactId: string | null, at: number, isLive: 0 | 1];

/** Equal entities are stored equally, in whatever order they are given. */
export function storedChanges(entityId: string, entities: readonly ChangedEntity[]): StoredChanges {
  const short = (id: string) => (id === entityId ? null : id);
  const stored = entities.map(({ type, id, contactId, at, isLive }) =>
    JSON.stringify([type, short(id), short(contactId), at, isLive ? 1 : 0] satisfies StoredEntity),
  );
  return {
    changedAt: [...new Set(entities.map(({ at }) => at))].sort((a, b) => a - b),
    changes: `[${stored.sort().join()}]`,
  };
}

/** @param changes of a document of the entity. */
export function changedEntities(entityId: string, changes: string): ChangedEntity[] {
  return (JSON.parse(changes) as StoredEntity[]).map(([type, id, contactId, at, isLive]) => ({
    type,
    id: id ?? entityId,
    contactId: contactId ?? entityId,
    at,
    isLive: isLive === 1,
  }));
}
