import type { MappedEntity } from './mapped-entity.ts';
import { type Source, SourceFields } from './source-fields.ts';

/** A location as `GET /locations/{id}` has it. */
export function mapLocation(source: Source, context: { readonly occurredAt: number }): MappedEntity {
  const fields = new SourceFields(source, context);
  const statement = {
    type: 'LocationChanged' as const,
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
  };
  return { statement, cut: fields.cut };
}

/** The company that owns the location, as far as the source tells. */
export function companyOfLocation(source: Source, context: { readonly occurredAt: number }): string | null {
  return new SourceFields(source, context).id('companyId');
}
