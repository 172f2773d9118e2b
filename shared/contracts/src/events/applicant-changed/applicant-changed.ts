import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { cents, id, instant, line, prose, vocabulary } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './applicant-changed.avsc.json' with { type: 'json' };

export const applicantOutcomes = ['open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'] as const;

const schema = z
  .strictObject({
    meta: locationMeta,
    contactId: id,
    stage: vocabulary.nullable(),
    outcome: z.enum(applicantOutcomes).nullable(),
    reason: prose.nullable(),
    requestedAmountCents: cents.nullable(),
    submittedAt: instant.nullable(),
    stageChangedAt: instant.nullable(),
    decidedAt: instant.nullable(),
    processor: line.nullable(),
    waitingOn: prose.nullable(),
  })
  .superRefine(
    crossFieldRules({ required: ['stage', 'outcome'], instants: ['submittedAt', 'stageChangedAt', 'decidedAt'] }),
  );

/** A contact's funding application; one per contact. Money in integer cents. */
export type ApplicantChanged = z.infer<typeof schema>;

export const applicantChanged: EventDefinition<'ApplicantChanged', ApplicantChanged> = {
  type: 'ApplicantChanged',
  stream: 'funding',
  fullName: 'fundlens.funding.ApplicantChanged',
  avro,
  schema,
  entityOf: ({ meta, contactId }) => ({ entity: 'applicant', scope: meta.locationId, ids: [contactId] }),
  keyOf: (event) => entityKey(applicantChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'contactId'],
    opaquePaths: ['meta.eventId', 'outcome'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};
