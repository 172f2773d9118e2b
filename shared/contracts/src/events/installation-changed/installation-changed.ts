import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { id, instant } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './installation-changed.avsc.json' with { type: 'json' };

export const installationStates = ['installed', 'uninstalled', 'transferred_out'] as const;

const schema = z
  .strictObject({
    meta: locationMeta,
    companyId: id,
    state: z.enum(installationStates).nullable(),
    /** Kept on uninstall: the owner of a location is the company with the greatest one over all states. */
    installedAt: instant.nullable(),
  })
  .superRefine(crossFieldRules({ required: ['state', 'installedAt'], instants: ['installedAt'] }));

/** A company's installation in the location `meta.locationId`; one per company and location. */
export type InstallationChanged = z.infer<typeof schema>;

export const installationChanged: EventDefinition<'InstallationChanged', InstallationChanged> = {
  type: 'InstallationChanged',
  stream: 'access',
  fullName: 'fundlens.access.InstallationChanged',
  avro,
  schema,
  entityOf: ({ meta, companyId }) => ({ entity: 'installation', scope: meta.locationId, ids: [companyId] }),
  keyOf: (event) => entityKey(installationChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'companyId'],
    opaquePaths: ['meta.eventId', 'state'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};
