import { CHANGE_FIELDS } from '@fundlens/read-models/changed-entity';
import {
  type DocumentContent,
  type IndexFields,
  OUTBOX_FIELDS,
  type StoredDocument,
  slotsOf,
} from '@fundlens/read-models/document';

/** Fields of a stored document that are not index fields. */
const NOT_INDEXED: ReadonlySet<string> = new Set([
  '_id',
  'locationId',
  'entityId',
  'slots',
  'views',
  'revision',
  'viewsVersion',
  ...OUTBOX_FIELDS,
  ...CHANGE_FIELDS,
]);

/** What a stored document holds apart from identity and bookkeeping. */
export function contentIn(document: StoredDocument): DocumentContent {
  const fields = Object.entries(document).filter(([name]) => !NOT_INDEXED.has(name));
  return {
    slots: slotsOf(document.slots),
    fields: Object.fromEntries(fields) as IndexFields,
    views: new Map(Object.entries(document.views).map(([name, binary]) => [name, binary.value()])),
  };
}
