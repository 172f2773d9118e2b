import { z } from 'zod';
import { pageMembers } from '../data-values.ts';

const location = z
  .strictObject({
    locationId: z.string().describe('Pass it as `locationId` elsewhere.'),
    name: z.string().nullable(),
    companyId: z.string().describe('The company that has the location installed.'),
    timezone: z
      .string()
      .nullable()
      .describe('IANA name, e.g. `America/Chicago`; days of the dashboard are days there.'),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: 'Location', description: 'A CRM account.' });

export const locationsData = z.strictObject({ ...pageMembers, locations: z.array(location) });
