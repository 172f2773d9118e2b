import { z } from 'zod';
import { cents, instant, pageMembers } from '../data-values.ts';

export const DEAL_STATUSES = ['open', 'won', 'lost', 'abandoned'] as const;

export const dealData = z
  .strictObject({
    dealId: z.string(),
    contactId: z.string().describe('The contact that the deal is with.'),
    pipelineId: z.string().nullable().describe('A pipeline of `/deal-pipelines`.'),
    stageId: z.string().nullable().describe('A stage of that pipeline.'),
    name: z.string().nullable(),
    status: z.enum(DEAL_STATUSES).nullable(),
    amountCents: cents().nullable(),
    source: z.string().nullable().describe('Where the deal came from, as the CRM names it.'),
    assignedTo: z.string().nullable().describe('The user of the CRM who looks after the deal.'),
    createdAt: instant().nullable(),
    updatedAt: instant().nullable(),
    stageChangedAt: instant().nullable(),
    statusChangedAt: instant().nullable(),
  })
  .meta({ id: 'Deal', description: 'A CRM deal (opportunity) with a contact.' });

export const dealsData = z.strictObject({ ...pageMembers, deals: z.array(dealData) });

const stage = z.strictObject({
  stageId: z.string(),
  name: z.string().nullable(),
  position: z.int().min(0).nullable().describe('Place on the board, as the CRM counts.'),
});

const pipeline = z
  .strictObject({
    pipelineId: z.string(),
    name: z.string().nullable(),
    stages: z.array(stage).describe('By position, those without one last.'),
  })
  .meta({ id: 'DealPipeline', description: 'A pipeline of CRM deals and its stages.' });

export const dealPipelinesData = z.strictObject({ ...pageMembers, pipelines: z.array(pipeline) });
