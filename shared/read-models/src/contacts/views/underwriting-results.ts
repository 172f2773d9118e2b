import { z } from 'zod';
import type { View } from '../../definition.ts';
import { idOf } from '../../document.ts';
import { jsonText, objectText } from '../../json-text.ts';
import { shown } from '../../shown.ts';
import { MAX_CHILDREN, newest } from '../children.ts';
import { RESULT, type ResultSlot, resultState } from '../slots.ts';

export const resultMeaning = {
  requestId: 'The stored report that was evaluated.',
  decision: 'In words. Never an approval: that is for lenders.',
  score: 'Of the underwriting, not of a bureau.',
  actions: 'What would improve the result.',
} as const;

const result = shown(resultState, 'resultId', { meaning: resultMeaning });

export const underwritingResultsBody = z.strictObject({
  contactId: z.string(),
  results: z
    .array(result.body.meta({ id: 'UnderwritingResult', description: 'What underwriting said about a stored report.' }))
    .max(MAX_CHILDREN)
    .describe('Newest first.'),
});

type UnderwritingResultsBody = z.infer<typeof underwritingResultsBody>;

/** /contacts/{contactId}/underwriting-results: in full, newest first. A report may have several. */
export const underwritingResultsView: View<UnderwritingResultsBody> = {
  name: 'underwritingResults',
  reads: [RESULT],
  body: underwritingResultsBody,
  render({ id, slots }) {
    const results = newest<ResultSlot>(slots, RESULT, ({ evaluatedAt }) => evaluatedAt);
    if (results.length === 0) return null;
    return objectText<UnderwritingResultsBody>({ contactId: jsonText(idOf(id)), results: result.list(results) });
  },
};
