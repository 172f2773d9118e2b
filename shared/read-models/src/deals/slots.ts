/** Kind of the slots of a deal: one per contact that ever had it, named `deal:<contactId>`. */
export const DEAL = 'deal';

export type DealSlot = {
  readonly contactId: string;
  readonly pipelineId: string | null;
  readonly stageId: string | null;
  readonly name: string | null;
  readonly status: 'open' | 'won' | 'lost' | 'abandoned' | null;
  readonly amountCents: number | null;
  readonly source: string | null;
  readonly assignedTo: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly stageChangedAt: number | null;
  readonly statusChangedAt: number | null;
};
