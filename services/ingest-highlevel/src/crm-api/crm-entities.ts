import { z } from 'zod';

/*
 * What HighLevel's read API returns. Documented fields are missing from real responses, and others are there that no page
 * names: only identities are required, and whatever else comes is kept.
 */

const id = z.string().min(1);
const text = z.string().nullish().catch(undefined);
const flag = z.boolean().nullish().catch(undefined);
/** Some responses give instants as ISO text, others as epoch milliseconds. */
const instant = z.union([z.string(), z.number()]).nullish().catch(undefined);

const customFieldValue = z.looseObject({ id, value: z.unknown().optional() });

export const crmContactSchema = z.looseObject({
  id,
  locationId: text,
  dateAdded: instant,
  dateUpdated: instant,
  /** Search responses say `address`, all others `address1`. */
  address: text,
  address1: text,
  tags: z.array(z.string()).nullish().catch(undefined),
  dnd: flag,
  customFields: z.array(customFieldValue).nullish(),
});

export const crmOpportunitySchema = z.looseObject({
  id,
  locationId: text,
  contactId: text,
  contact: z.looseObject({ id: text }).nullish().catch(undefined),
  pipelineId: text,
  pipelineStageId: text,
  status: text,
  monetaryValue: z.union([z.number(), z.string()]).nullish().catch(undefined),
  createdAt: instant,
  updatedAt: instant,
});

export const crmPipelineSchema = z.looseObject({
  id,
  locationId: text,
  name: text,
  stages: z.array(z.looseObject({ id, name: text, position: z.number().nullish().catch(undefined) })).nullish(),
});

export const crmCustomFieldSchema = z.looseObject({
  id,
  locationId: text,
  name: text,
  fieldKey: text,
  dataType: text,
  /** `contact` or `opportunity`. */
  model: text,
});

export const crmLocationSchema = z.looseObject({
  id,
  companyId: text,
  name: text,
  timezone: text,
  email: text,
  phone: text,
  address: text,
});

export const crmCompanySchema = z.looseObject({ id, name: text });

export const crmInstalledLocationSchema = z.looseObject({
  _id: id,
  name: text,
  isInstalled: flag,
  installedAt: instant,
});

export type CrmContact = z.infer<typeof crmContactSchema>;
export type CrmOpportunity = z.infer<typeof crmOpportunitySchema>;
export type CrmPipeline = z.infer<typeof crmPipelineSchema>;
export type CrmCustomField = z.infer<typeof crmCustomFieldSchema>;
export type CrmLocation = z.infer<typeof crmLocationSchema>;
export type CrmInstalledLocation = z.infer<typeof crmInstalledLocationSchema>;
export type CrmCompany = z.infer<typeof crmCompanySchema>;
