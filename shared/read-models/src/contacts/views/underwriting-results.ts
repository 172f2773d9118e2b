import { z } from 'zod';
import { cents, instant, MAX_ITEMS } from '../../body-values.ts';
import type { View } from '../../definition.ts';
import { isoInstant, jsonText } from '../../json-text.ts';
import type { Child } from '../../slot.ts';
import { MAX_CHILDREN, newest } from '../children.ts';
import { RESULT, type ResultSlot } from '../slots.ts';

const texts = () => z.array(z.string()).max(MAX_ITEMS);

const result = z
  .strictObject({
    resultId: z.string(),
    requestId: z.string().nullable().describe('The stored report that was evaluated.'),
    evaluatedAt: instant().nullable(),
    decision: z.string().nullable().describe('In words. Never an approval: that is for lenders.'),
    primaryPaths: texts(),
    overlays: texts(),
    cardStatus: z.string().nullable(),
    termLoanStatus: z.string().nullable(),
    declineStatus: z.string().nullable(),
    declineReason: z.string().nullable(),
    parkedReason: z.string().nullable(),
    score: z.number().nullable().describe('Of the underwriting, not of a bureau.'),
    tier: z.string().nullable(),
    fundingRangeMinCents: cents().nullable(),
    fundingRangeMaxCents: cents().nullable(),
    strengths: texts(),
    risks: texts(),
    actions: texts().describe('What would improve the result.'),
  })
  .meta({ id: 'UnderwritingResult', description: 'What underwriting said about a stored report.' });

export const underwritingResultsBody = z.strictObject({
  contactId: z.string(),
  results: z.array(result).max(MAX_CHILDREN).describe('Newest first.'),
});

type UnderwritingResultsBody = z.infer<typeof underwritingResultsBody>;

/** /contacts/{contactId}/underwriting-results: in full, newest first. A report may have several. */
export const underwritingResultsView: View<UnderwritingResultsBody> = {
  name: 'underwritingResults',
  reads: [RESULT],
  body: underwritingResultsBody,
  render({ id, slots }) {
    const results = newest<ResultSlot>(slots, RESULT, ({ evaluatedAt }) => evaluatedAt);
    if (results.length === 0 || id.kind !== 'location-entity') return null;
    return jsonText({ contactId: id.entityId, results: results.map(resultEntry) });
  },
};

export function resultEntry({ id, value }: Child<ResultSlot>): UnderwritingResultsBody['results'][number] {
  return {
    resultId: id,
    requestId: value.requestId,
    evaluatedAt: isoInstant(value.evaluatedAt),
    decision: value.decision,
    primaryPaths: [...value.primaryPaths],
    overlays: [...value.overlays],
    cardStatus: value.cardStatus,
    termLoanStatus: value.termLoanStatus,
    declineStatus: value.declineStatus,
    declineReason: value.declineReason,
    parkedReason: value.parkedReason,
    score: value.score,
    tier: value.tier,
    fundingRangeMinCents: value.fundingRangeMinCents,
    fundingRangeMaxCents: value.fundingRangeMaxCents,
    strengths: [...value.strengths],
    risks: [...value.risks],
    actions: [...value.actions],
  };
}
