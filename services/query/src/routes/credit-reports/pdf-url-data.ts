import { instant } from '@fundlens/read-models/body-values';
import { z } from 'zod';

export const pdfUrlData = z
  .strictObject({
    url: z.url().describe('Follow it with GET and without credential. It gives access to the report: do not log it.'),
    expiresAt: instant().describe('From then on it is refused.'),
    requestId: z.string().describe('Id of the stored report; not that of this request.'),
  })
  .meta({ id: 'CreditReportPdfUrl', description: 'A short-lived signed link to the PDF of a stored credit report.' });
