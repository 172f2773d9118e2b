import { expect, test } from 'vitest';
import { BASE_PATH } from '../app.ts';
import { publishedRoutes } from '../testing/published-routes.ts';
import { createOpenapiDocument } from './document.ts';
import examples from './response-examples.json' with { type: 'json' };

/**
 * The members that follow from the fields of events. A new field of the contract is shown by itself, so it is listed here when
 * it may be; what must not be shown is named in `hidden` of its view.
 */
const MEMBERS = {
  Contact:
    'contactId firstName lastName name companyName email phone address source tags assignedTo dnd customFields createdAt updatedAt included',
  CustomField: 'fieldId name key dataType',
  Deal: 'dealId contactId pipelineId stageId name status amountCents source assignedTo createdAt updatedAt stageChangedAt statusChangedAt',
  DealPipeline: 'pipelineId name stages',
  DealPipelineStagesItem: 'stageId name position',
  FundingPlan:
    'planId planType status outcome createdAt updatedAt requestedAmountCents approvedAmountCents fundedAmountCents recommendations',
  FundingPlanRecommendationsItem:
    'id product lender requestedAmountCents approvedAmountCents fundedAmountCents aprPct factorRate termMonths paymentCents paymentFrequency feesCents bureauPulled personalGuarantee stipulations status outcome declineReason submittedAt decidedAt expiresAt fundedAt notes',
  NextStep: 'stepId title kind owner dueAt completedAt blocking',
  UnderwritingResult:
    'resultId requestId evaluatedAt decision primaryPaths overlays cardStatus termLoanStatus declineStatus declineReason parkedReason score tier fundingRangeMinCents fundingRangeMaxCents strengths risks actions',
};

test('no member is shown that is not listed', () => {
  const document = createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples });
  const schemas = document.components.schemas as Readonly<Record<string, { readonly properties?: object }>>;
  const shown = Object.keys(MEMBERS).map((name) => [name, Object.keys(schemas[name]?.properties ?? {}).join(' ')]);
  expect(Object.fromEntries(shown)).toEqual(MEMBERS);
});
