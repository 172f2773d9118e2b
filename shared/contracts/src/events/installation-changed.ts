import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { id, instant } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

export const installationChanged = defineEvent({
  type: 'InstallationChanged',
  stream: 'access',
  key: ['installation', 'companyId'],
  doc: "A company's installation in a location (meta.locationId).",
  required: ['state', 'installedAt'],
  fields: z.strictObject({
    meta: locationMeta,
    companyId: id,
    state: z.enum(['installed', 'uninstalled', 'transferred_out']).nullable(),
    /** Kept on uninstall: the owner of a location is the company with the greatest one over all states. */
    installedAt: instant.nullable().describe('Kept on uninstall.'),
  }),
});
