import type { View } from '@fundlens/read-models/definition';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { ErrorReason } from '../../envelope.ts';
import { validate } from '../../middleware/validate.ts';
import type { ContactQueries } from '../../queries/contacts.ts';
import { id } from '../parameters.ts';
import { defineRoute, type PublishedRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

export type ContactRecordDependencies = {
  readonly steps: Steps;
  readonly contacts: Pick<ContactQueries, 'findView'>;
};

/** What belongs to a contact, as one view of its document. */
export type ContactRecord<Body> = {
  readonly view: Pick<View<Body>, 'name' | 'reads' | 'body'>;
  /** The data for a contact without such a record; null where nothing can stand for it. */
  readonly empty: (contactId: string) => Body | null;
};

export type ContactRecordDefinition<Body> = Omit<PublishedRoute, 'data' | 'notFound' | 'contactView' | 'description'> &
  ContactRecord<Body> & {
    /** Below the contact, e.g. `next-steps`. */
    readonly path: string;
    readonly operation: string;
    readonly description: string;
    /** The 404 of a contact that exists, where `empty` gives null. */
    readonly missing?: { readonly message: string; readonly reason: ErrorReason };
  };

const NO_CONTACT = 'The location has no such contact.';
const OUTLIVES = 'Also of a contact that is deleted, until the record itself is; the dashboard does not count it then.';

/**
 * A route below a contact that shows one view of the contact's document. One read distinguishes an empty view from an
 * unknown contact: the document says whether the contact or a record of it exists.
 */
export function contactRecordRoute<Body>(
  { steps, contacts }: ContactRecordDependencies,
  { path, operation, view, empty, missing, description, ...published }: ContactRecordDefinition<Body>,
): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      ...published,
      path: `/contacts/:contactId/${path}`,
      description: missing === undefined ? `${description} ${OUTLIVES}` : description,
      notFound: missing === undefined ? NO_CONTACT : `${NO_CONTACT} Or \`${missing.reason}\`: ${missing.message}`,
      data: view.body,
      contactView: view,
    },
    authenticate,
    audit({ operation, structural: ['contactId'] }),
    requirePermission('read'),
    limit,
    validate(z.object({ contactId: id().describe('CRM contact.') })),
    checkLocation,
    dataAsOf('contacts'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const { contactId } = state.parameters;
      const found = await contacts.findView(view.name, state.locationId, contactId);
      if (found === null) throw notFound(NO_CONTACT);
      const body = found.body ?? emptyJson({ empty }, contactId);
      if (body === null) throw notFound(missing?.message ?? NO_CONTACT, missing?.reason);
      state.found(body);
    },
  );
}

/** What stands for a record that a contact does not have. */
export function emptyJson({ empty }: Pick<ContactRecord<unknown>, 'empty'>, contactId: string): Uint8Array | null {
  const data = empty(contactId);
  return data === null ? null : Buffer.from(JSON.stringify(data));
}
