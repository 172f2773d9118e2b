import { MAX_CHILDREN } from '@fundlens/read-models/contact-children';
import { z } from 'zod';
import { cents, instant } from '../data-values.ts';
import type { Route } from '../route.ts';
import { type ContactRecordDependencies, contactRecordRoute } from './contact-record-route.ts';
import { MAX_ITEMS } from './limits.ts';

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

const data = z.strictObject({
  contactId: z.string(),
  results: z.array(result).max(MAX_CHILDREN).describe('Newest first.'),
});

/** GET /contacts/{contactId}/underwriting-results */
export function listUnderwritingResults(dependencies: ContactRecordDependencies): Route {
  return contactRecordRoute(dependencies, {
    path: 'underwriting-results',
    operation: 'contacts.underwriting-results',
    record: 'underwriting_results',
    tag: 'Credit',
    summary: "List a contact's underwriting results",
    description: 'The 500 newest; one report may have several. Never runs underwriting.',
    data,
  });
}
