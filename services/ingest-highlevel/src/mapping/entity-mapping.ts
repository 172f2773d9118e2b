import { MAX_VOCABULARY_LENGTH } from '@fundlens/contracts/definition/limits';
import type { EntityKind, EntityRef } from '../entity-ref.ts';
import type { Statement } from '../marks/content.ts';
import { contactOf } from './contact.ts';
import { dealOf, pipelineOf } from './pipeline.ts';
import { type Source, SourceFields } from './source-fields.ts';

export type MappingContext = {
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  /** Told the names of the fields whose value did not fit the contract; never a value. */
  readonly onCut: (kind: EntityKind, fields: readonly string[]) => void;
};

/** What a HighLevel object says of the entity, of its route or of a search; null: not enough to state it. */
export function statementOf({ kind, id }: EntityRef, source: Source, context: MappingContext): Statement | null {
  const fields = new SourceFields(source, context.occurredAt);
  const statement = statements[kind](fields, id);
  if (fields.cut.length > 0) context.onCut(kind, fields.cut);
  return statement;
}

const statements: Readonly<Record<EntityKind, (fields: SourceFields, id: string) => Statement | null>> = {
  contact: contactOf,
  opportunity: dealOf,
  pipeline: pipelineOf,
  location: (fields) => ({
    type: 'LocationChanged',
    fields: {
      name: fields.line('name'),
      timezone: fields.timeZone('timezone'),
      email: fields.line('email'),
      phone: fields.line('phone'),
      address: null,
      address1: fields.line('address', 'address1'),
      city: fields.line('city'),
      state: fields.line('state'),
      postalCode: fields.line('postalCode'),
      country: fields.line('country'),
    },
  }),
  customField(fields, fieldId) {
    const name = fields.line('name');
    const dataType = fields.line('dataType')?.slice(0, MAX_VOCABULARY_LENGTH).toWellFormed() ?? null;
    return { type: 'CustomFieldChanged', fields: { fieldId, name, key: fields.line('fieldKey'), dataType } };
  },
  /** As INSTALL and `GET /oauth/installedLocations` have it. */
  installation(fields, companyId) {
    const state = fields.value('isInstalled') === false ? 'uninstalled' : 'installed';
    const installedAt = fields.instant('installedAt') ?? fields.occurredAt;
    return { type: 'InstallationChanged', fields: { companyId, state, installedAt } };
  },
  /** A company that has the app. Its quota is not HighLevel's to say. */
  company(fields, companyId) {
    const name = fields.line('companyName', 'name');
    return { type: 'CompanyChanged', fields: { companyId, name, state: 'active', dailyQuota: null } };
  },
};
