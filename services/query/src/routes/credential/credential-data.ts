import { count, instant } from '@fundlens/read-models/body-values';
import { z } from 'zod';

const limit = z.strictObject({
  name: z
    .enum(['window', 'day', 'credential-day'])
    .describe(
      '`window`: requests of this credential in a short window. `day`: requests of all credentials of the company in a UTC day. `credential-day`: requests of this credential in a UTC day, where it has a cap of its own.',
    ),
  limit: count().describe('Requests that are allowed.'),
  remaining: count().describe('What is left of them after this request.'),
  periodSeconds: count(),
  resetsAt: instant().describe('When all of them are allowed again.'),
});

export const credentialData = z
  .strictObject({
    credentialId: z.string(),
    hint: z.string().nullable().describe('The last characters of the token.'),
    reach: z.enum(['location', 'agency']),
    companyId: z.string().nullable().describe('The company that the credential was made for.'),
    locations: z.discriminatedUnion('rule', [
      z.strictObject({
        rule: z.literal('pinned').describe('Always this location; `locationId` is ignored.'),
        locationId: z.string(),
      }),
      z.strictObject({
        rule: z
          .literal('installed')
          .describe(
            'The locations that the company has installed now; `/locations` lists them, `locationId` names one.',
          ),
        locationId: z.null(),
      }),
    ]),
    permissions: z.array(z.string()).describe('`read` for everything, `credit_reports` beside it for stored reports.'),
    expiresAt: instant().nullable().describe('When the credential ends by itself; null: never.'),
    limits: z.array(limit).max(3),
  })
  .meta({
    id: 'Credential',
    description: 'What the credential of this request may do, and what is left of its limits.',
  });
