import { z } from 'zod';
import { invalidParameters } from '../../api-error.ts';
import type { ReportSelector } from '../../queries/report-selector.ts';
import { id } from '../parameters.ts';

/** How a stored report is asked for, wherever one is. */
export const reportParameters = z.object({
  contactId: id().optional().describe('Selects the latest stored report of this contact.'),
  requestId: id().optional().describe('Selects this stored report.'),
});

export const REPORT_IDS = ['contactId', 'requestId'] as const;

/** @throws ApiError 400 */
export function selectorOf({ contactId, requestId }: z.output<typeof reportParameters>): ReportSelector {
  if (requestId !== undefined) return { requestId, contactId: contactId ?? null };
  if (contactId === undefined) throw selectorMissing();
  return { requestId: null, contactId };
}

function selectorMissing() {
  const message = 'contactId or requestId is required.';
  const missing = (parameter: string) => ({ parameter, rule: 'either', message }) as const;
  return invalidParameters(REPORT_IDS.map(missing));
}
