import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { cents, id, instant, line, listOf, prose, vocabulary } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './funding-plan-changed.avsc.json' with { type: 'json' };

const recommendation = z.strictObject({
  product: line.nullable(),
  lender: line.nullable(),
  requestedAmountCents: cents.nullable(),
  approvedAmountCents: cents.nullable(),
  fundedAmountCents: cents.nullable(),
  status: vocabulary.nullable(),
  outcome: vocabulary.nullable(),
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  fundedAt: instant.nullable(),
  notes: prose.nullable(),
});

const schema = z
  .strictObject({
    meta: locationMeta,
    planId: id,
    contactId: id,
    planType: vocabulary.nullable(),
    status: vocabulary.nullable(),
    outcome: vocabulary.nullable(),
    createdAt: instant.nullable(),
    updatedAt: instant.nullable(),
    recommendations: listOf(recommendation),
  })
  .superRefine(
    crossFieldRules({
      instants: [
        'createdAt',
        'updatedAt',
        'recommendations[].submittedAt',
        'recommendations[].decidedAt',
        'recommendations[].fundedAt',
      ],
    }),
  );

/** A funding plan of a contact. Money in integer cents; requested, approved and funded stay apart. */
export type FundingPlanChanged = z.infer<typeof schema>;

export const fundingPlanChanged: EventDefinition<'FundingPlanChanged', FundingPlanChanged> = {
  type: 'FundingPlanChanged',
  stream: 'funding',
  fullName: 'fundlens.funding.FundingPlanChanged',
  avro,
  schema,
  entityOf: ({ meta, contactId, planId }) => ({
    entity: 'funding-plan',
    scope: meta.locationId,
    ids: [contactId, planId],
  }),
  keyOf: (event) => entityKey(fundingPlanChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'planId', 'contactId'],
    opaquePaths: ['meta.eventId'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};
