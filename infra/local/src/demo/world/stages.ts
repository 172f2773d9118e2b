/** Where an application can stand, and what exists of it by then. */
export type DemoStage = {
  readonly stage: string;
  readonly outcome: 'open' | 'approved' | 'funded' | 'declined' | 'withdrawn' | 'parked';
  /** How far the file came: everything of the lower marks exists. */
  readonly reached: Reached;
  /** Where an application may go from here; empty: nowhere. */
  readonly next: readonly string[];
};

/** received → report pulled → underwritten → plan made → applications with lenders → answers → money out */
export type Reached = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const reached = {
  received: 0,
  reported: 1,
  underwritten: 2,
  planned: 3,
  submitted: 4,
  answered: 5,
  funded: 6,
} as const satisfies Record<string, Reached>;

const open = 'open' as const;

/** The main road in its order, then the side states, then the other ends. */
export const demoStages: readonly DemoStage[] = [
  { stage: 'received', outcome: open, reached: 0, next: ['completeness_review'] },
  { stage: 'completeness_review', outcome: open, reached: 0, next: ['underwriting_review', 'withdrawn'] },
  { stage: 'underwriting_review', outcome: open, reached: 1, next: ['strategy_ready', 'escalated', 'declined'] },
  { stage: 'strategy_ready', outcome: open, reached: 3, next: ['documents_needed', 'submission_ready', 'nurture'] },
  {
    stage: 'documents_needed',
    outcome: open,
    reached: 3,
    next: ['completeness_review', 'submission_ready', 'blocked'],
  },
  { stage: 'submission_ready', outcome: open, reached: 3, next: ['approval_requested'] },
  { stage: 'approval_requested', outcome: open, reached: 3, next: ['submitted'] },
  { stage: 'submitted', outcome: open, reached: 4, next: ['funder_follow_up'] },
  { stage: 'funder_follow_up', outcome: open, reached: 4, next: ['offers_received', 'declined'] },
  { stage: 'offers_received', outcome: open, reached: 5, next: ['client_decision'] },
  { stage: 'client_decision', outcome: open, reached: 5, next: ['approved', 'withdrawn'] },
  { stage: 'approved', outcome: 'approved', reached: 5, next: ['funder_follow_up', 'funded'] },
  { stage: 'funded', outcome: 'funded', reached: 6, next: [] },
  { stage: 'nurture', outcome: 'parked', reached: 2, next: ['underwriting_review'] },
  { stage: 'blocked', outcome: open, reached: 3, next: ['documents_needed', 'withdrawn'] },
  { stage: 'escalated', outcome: open, reached: 2, next: ['underwriting_review', 'declined'] },
  { stage: 'declined', outcome: 'declined', reached: 2, next: [] },
  { stage: 'withdrawn', outcome: 'withdrawn', reached: 1, next: [] },
];

/** The columns of the desk. */
export const DEMO_BOARD: readonly string[] = demoStages.map(({ stage }) => stage);

export function stageNamed(name: string): DemoStage {
  const found = demoStages.find(({ stage }) => stage === name);
  if (found === undefined) throw new TypeError(`no stage is called ${name}`);
  return found;
}

/** Whether the stage ends the application. */
export function isDecided({ outcome }: DemoStage): boolean {
  return outcome !== 'open' && outcome !== 'parked';
}
