import { z } from 'zod';
import { instant } from '../data-values.ts';

export const creditReportData = z
  .strictObject({
    requestId: z.string().describe('Id of the stored report; not that of this request.'),
    contactId: z.string(),
    pulledAt: instant(),
    bureaus: z.array(z.string()),
    renderable: z.boolean().describe('Whether there is a PDF of it: see `/credit-reports/pdf-url`.'),
    report: z
      .unknown()
      .describe('The JSON text as it was stored, byte for byte, but for Social Security numbers: `***-**-****`.'),
  })
  .meta({ id: 'CreditReport', description: 'A stored credit report.' });
