import { z } from 'zod';
import { instant, pageMembers } from '../data-values.ts';

const address = z.strictObject({
  line1: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
});

export const contactData = z
  .strictObject({
    contactId: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    name: z.string().nullable().describe('First and last name.'),
    companyName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address,
    source: z.string().nullable().describe('Where the contact came from, as the CRM names it.'),
    tags: z.array(z.string()),
    assignedTo: z.string().nullable().describe('The user of the CRM who looks after the contact.'),
    dnd: z.boolean().describe('Do not disturb.'),
    customFields: z.array(
      z.strictObject({ id: z.string(), value: z.unknown().describe('Any JSON value, as the CRM stored it.') }),
    ),
    createdAt: instant().nullable(),
    updatedAt: instant().nullable(),
  })
  .meta({ id: 'Contact', description: 'A CRM contact. Birth dates and Social Security numbers are never kept.' });

export const contactsData = z.strictObject({ ...pageMembers, contacts: z.array(contactData) });
