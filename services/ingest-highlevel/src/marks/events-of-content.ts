import { hash } from 'node:crypto';
import { withDefaults } from '@fundlens/contracts/event-defaults';
import type { EventMeta } from '@fundlens/contracts/event-types';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { type EntityRef, entityName } from '../entity-ref.ts';
import { type Content, contactOf, type Statement } from './content.ts';

export type VersionedContent = {
  readonly ref: EntityRef;
  readonly content: Content;
  readonly epoch: number;
  readonly version: number;
  readonly occurredAt: number;
  /** Every contact under which the log may state the opportunity; other kinds: none. */
  readonly contactIds: readonly string[];
};

const SOURCE = 'highlevel';

/**
 * The events that state the content. An opportunity is keyed by its contact, so it is deleted under every other contact that
 * it may stand under.
 */
export function eventsOf(stated: VersionedContent): Publishable[] {
  const { content, contactIds } = stated;
  const current = contactOf(content);
  const moved = contactIds.filter((contactId) => contactId !== current);
  return [
    ...moved.map((contactId) => dealDeleted(stated, contactId)),
    ...(content === 'deleted' ? deleted(stated) : [live(stated, content)]),
  ];
}

function live(stated: VersionedContent, { type, fields }: Statement): Publishable {
  const meta = metaOf(stated, { deleted: false, part: type === 'DealChanged' ? fields.contactId : '' });
  // The fields are those of the type: the union of pairs does not say so after the spread.
  return { type, event: { ...fields, meta } } as Publishable;
}

function dealDeleted(stated: VersionedContent, contactId: string): Publishable {
  const meta = metaOf(stated, { deleted: true, part: contactId });
  const event = withDefaults('DealChanged', { meta, dealId: stated.ref.id, contactId });
  return { type: 'DealChanged', event };
}

/** Locations, installations and companies are never deleted: installations end as `uninstalled`. */
function deleted(stated: VersionedContent): Publishable[] {
  const { kind, id } = stated.ref;
  const meta = metaOf(stated, { deleted: true, part: '' });
  if (kind === 'contact')
    return [{ type: 'ContactChanged', event: withDefaults('ContactChanged', { meta, contactId: id }) }];
  if (kind === 'pipeline')
    return [{ type: 'PipelineChanged', event: withDefaults('PipelineChanged', { meta, pipelineId: id }) }];
  if (kind === 'customField')
    return [{ type: 'CustomFieldChanged', event: withDefaults('CustomFieldChanged', { meta, fieldId: id }) }];
  return [];
}

function metaOf(
  { ref, epoch, version, occurredAt }: VersionedContent,
  { deleted: isDeleted, part }: { readonly deleted: boolean; readonly part: string },
): EventMeta & { locationId: string } {
  return {
    eventId: eventIdOf(`${entityName(ref)}/${part}/${epoch}/${version}`),
    occurredAt,
    epoch,
    version,
    // The contract's schemas check it: of a company alone it is null.
    locationId: ref.locationId as string,
    companyId: null,
    source: SOURCE,
    deleted: isDeleted,
  };
}

/** The same event always has the same id. */
function eventIdOf(name: string): string {
  const hex = hash('sha256', name);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
