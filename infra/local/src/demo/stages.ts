/** How far a file came: everything of the lower marks exists. */
export const reached = {
  received: 0,
  reported: 1,
  underwritten: 2,
  planned: 3,
  submitted: 4,
  answered: 5,
  funded: 6,
} as const;

/** Where an application can stand. */
export type DemoStage = {
  readonly stage: string;
  readonly outcome: 'open' | 'approved' | 'funded' | 'declined' | 'withdrawn' | 'parked';
  readonly reached: (typeof reached)[keyof typeof reached];
  /** Who holds the file up, and with what; null: it is over. */
  readonly waitingOn: string | null;
};

export const AUTHORIZATION = 'Client: signed credit authorization';
export const UNDERWRITING = 'Processor: underwriting of the credit report';
export const SUBMISSION = 'Processor: submission to the lenders';

const received = { outcome: 'open', reached: reached.received, waitingOn: AUTHORIZATION } as const;
const planned = { outcome: 'open', reached: reached.planned } as const;
const submitted = { outcome: 'open', reached: reached.submitted, waitingOn: 'Lender: decision' } as const;
const answered = { outcome: 'open', reached: reached.answered } as const;
const underwritten = { reached: reached.underwritten } as const;

const stages: Readonly<Record<string, Omit<DemoStage, 'stage'>>> = {
  // The main road in its order, then the side states, then the other ends.
  received,
  completeness_review: received,
  underwriting_review: { outcome: 'open', reached: reached.reported, waitingOn: UNDERWRITING },
  strategy_ready: { ...planned, waitingOn: 'Client: review of the funding plan' },
  documents_needed: { ...planned, waitingOn: 'Client: three months of bank statements' },
  submission_ready: { ...planned, waitingOn: SUBMISSION },
  approval_requested: { ...planned, waitingOn: 'Client: approval of the submission' },
  submitted,
  funder_follow_up: submitted,
  offers_received: { ...answered, waitingOn: 'Processor: comparison of the offers' },
  client_decision: { ...answered, waitingOn: 'Client: choice of offer' },
  approved: { ...answered, outcome: 'approved', waitingOn: 'Client: signed agreements' },
  funded: { outcome: 'funded', reached: reached.funded, waitingOn: null },
  nurture: { ...underwritten, outcome: 'parked', waitingOn: 'Client: improved credit' },
  blocked: { ...planned, waitingOn: 'Client: copy of the social security card' },
  escalated: { ...underwritten, outcome: 'open', waitingOn: 'Processor: senior review' },
  declined: { ...underwritten, outcome: 'declined', waitingOn: null },
  withdrawn: { outcome: 'withdrawn', reached: reached.reported, waitingOn: null },
};

/** The columns of the desk. */
export const DEMO_BOARD: readonly string[] = Object.keys(stages);

export function stageNamed(stage: string): DemoStage {
  const facts = stages[stage];
  if (facts === undefined) throw new TypeError(`no stage is called ${stage}`);
  return { stage, ...facts };
}

/** Where a file goes next; null where it stays. */
export function stageAfter({ stage, outcome }: DemoStage): DemoStage | null {
  if (stage === 'blocked' || stage === 'escalated') return stageNamed('strategy_ready');
  const next = DEMO_BOARD[DEMO_BOARD.indexOf(stage) + 1];
  const isOver = outcome !== 'open' && outcome !== 'approved';
  return isOver || next === undefined ? null : stageNamed(next);
}
