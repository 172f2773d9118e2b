import type { Stream } from '@fundlens/contracts/definition/event-definition';
import type { Document, IndexDescription } from 'mongodb';
import type { z } from 'zod';
import type { ChangedEntity } from './changed-entity.ts';
import { type DocumentId, type IndexFields, locationIdOf } from './document.ts';
import type { Slots } from './slot.ts';

export type { Stream };

export type ReadModelName =
  | 'companies'
  | 'locations'
  | 'credentials'
  | 'contacts'
  | 'credit_reports'
  | 'dashboard_windows'
  | 'deal_pipelines'
  | 'deals';

/** The only input of rendering. Documents are pure functions of it: no clock, no environment, no other document. */
export type RenderInput = {
  readonly id: DocumentId;
  readonly slots: Slots;
  /** The text of the winning change of this fold, for a model that keeps its text only in its view. */
  readonly payload?: Uint8Array;
};

/** What one route shows of a document, as a pure function of some of its slots. */
export type View = {
  /** `views.<name>` of the document. */
  readonly name: string;
  /** Kinds of slots (`kindOf`): the view is rendered again only when one of these changed. */
  readonly reads: readonly string[];
  /** Kinds of slots of which it reads only whether one lives: the view is rendered again when one comes or goes. */
  readonly readsLifeOf?: readonly string[];
  /** The schema of what `render` returns, also for the OpenAPI document. */
  readonly body: z.ZodType;
  /** An event whose slot alone would be shown with more is invalid, whatever else has arrived. */
  readonly maxBytes?: number;
  readonly index?: IndexedFields;
  /**
   * The days of the dashboard that a change of its slots makes outdated; they go into the document's outbox.
   * @param before the slots before the change; none when there was no document.
   */
  readonly outdates?: (id: DocumentId, before: Slots, after: Slots) => readonly number[];
  /** UTF-8 bytes of JSON; null: the view shows nothing. Must not throw for slots that a projection has let through. */
  readonly render: (input: RenderInput) => Uint8Array | null;
};

/** Fields that queries filter and sort by. */
export type IndexedFields = {
  /** Every name that `of` may give: one that it does not give is removed from the document. */
  readonly names: readonly string[];
  readonly of: (input: RenderInput) => IndexFields;
  /** True only where both have the same fields, found out at less cost than `of` has. Default: never. */
  readonly isSame?: (before: Slots, after: Slots) => boolean;
};

/** One read model: the single place from which writer, reader and index creation know it. */
export type ReadModelDefinition = {
  readonly name: ReadModelName;
  /**
   * Raised by any change to `render`, to index fields or to what a view outdates that alters documents with the same slots. Each document
   * notes the one it was rendered with; projectors render older ones anew.
   */
  readonly viewsVersion: number;
  /** The streams whose events change it; none: derived from other read models. */
  readonly streams: readonly Stream[];
  readonly views: readonly View[];
  /** Index fields that follow from the document as a whole. */
  readonly fields?: IndexedFields;
  /** What clients of `/changes` are told of the document; absent: nothing, and its slots keep no time. */
  readonly changes?: (input: Pick<RenderInput, 'id' | 'slots'>) => readonly ChangedEntity[];
  readonly indexes: readonly IndexDescription[];
};

/** The view of the model whose changes make days of the dashboard outdated; at most one does. */
export function outdatingView({ views }: Pick<ReadModelDefinition, 'views'>): OutdatingView | undefined {
  return views.find((view): view is OutdatingView => view.outdates !== undefined);
}
type OutdatingView = View & Required<Pick<View, 'outdates'>>;

/** The MongoDB collection of a read model in one generation, e.g. `contacts_8`. */
export function collectionName(name: ReadModelName, generation: number): string {
  return `${name}_${generation}`;
}

/** The read models whose documents belong to no location. */
export const OF_NO_LOCATION: ReadonlySet<string> = new Set<ReadModelName>(['companies', 'credentials']);

/**
 * Documents by their `_id`s, beside their locations: the shard key is `{locationId, _id}` (infra/guides/operations.md). MongoDB
 * joins the stages; the local stand-in uses the index of `_id` only for a stage of its own.
 */
export function stagesOfKeys(collection: string, keys: readonly string[]): Document[] {
  const byId = { $match: { _id: { $in: [...keys] } } };
  const readModel = collection.slice(0, collection.lastIndexOf('_'));
  if (OF_NO_LOCATION.has(readModel)) return [byId];
  return [byId, { $match: { locationId: { $in: [...new Set(keys.map(locationIdOf))] } } }];
}

/** Documents of a location by the instants at which something of them changed. */
export const BY_CHANGE: IndexDescription = { key: { locationId: 1, changedAt: 1 }, name: 'by_change' };

/** Finds documents that were rendered by an earlier `viewsVersion`. */
export const BY_VIEWS_VERSION: IndexDescription = { key: { viewsVersion: 1 }, name: 'by_views_version' };

/** Documents with an outbox by location, longest waiting first (`dirtyKey`); sparse. */
export const DIRTY_KEY: IndexDescription = { key: { dirtyKey: 1 }, name: 'dirty_key', sparse: true };

/**
 * The local stand-in for MongoDB scans a whole collection for `_id` beside another field unless an index begins with just these;
 * MongoDB itself uses the `_id` index and needs nothing more. Created only where the configuration asks for it.
 */
export function standInIndex(readModel: ReadModelName): IndexDescription {
  return OF_NO_LOCATION.has(readModel)
    ? { key: { _id: 1, revision: 1 }, name: 'stand_in_id_revision' }
    : { key: { _id: 1, locationId: 1, revision: 1 }, name: 'stand_in_key' };
}
