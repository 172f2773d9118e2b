import type { applicationBody } from '@fundlens/read-models/contacts/views/application';
import type { contactBody } from '@fundlens/read-models/contacts/views/contact';
import type { creditSummaryBody } from '@fundlens/read-models/contacts/views/credit-summary';
import type { fundingPlansBody } from '@fundlens/read-models/contacts/views/funding-plans';
import type { nextStepsBody } from '@fundlens/read-models/contacts/views/next-steps';
import type { underwritingResultsBody } from '@fundlens/read-models/contacts/views/underwriting-results';
import type { z } from 'zod';

/**
 * Whether what the API says of one applicant of the demo holds together. Shares no rule with the generator: a reason is
 * taken at its word, and held against the figures beside it.
 */
export type ApplicantAnswers = {
  readonly contact: z.infer<typeof contactBody>;
  readonly entry: z.infer<typeof applicationBody>;
  readonly credit: z.infer<typeof creditSummaryBody>;
  readonly results: z.infer<typeof underwritingResultsBody>['results'];
  readonly plans: z.infer<typeof fundingPlansBody>['fundingPlans'];
  readonly steps: z.infer<typeof nextStepsBody>['nextSteps'];
};

type Report = ApplicantAnswers['credit']['reports'][number];
type Recommendation = ApplicantAnswers['plans'][number]['recommendations'][number];

/** What reasons are held against; null: the API does not say. */
type Facts = {
  readonly middleScore: number | null;
  readonly report: Report | null;
  readonly monthlyRevenue: number | null;
  readonly years: number | null;
};

type Holds = (facts: Facts, limit: number) => boolean | null;

const figure =
  (read: (report: Report) => number | null | undefined, holds: (value: number, limit: number) => boolean): Holds =>
  ({ report }, limit) => {
    const value = report === null ? null : read(report);
    return value === null || value === undefined ? null : holds(value, limit);
  };
const stated =
  (read: (facts: Facts) => number | null, holds: (value: number, limit: number) => boolean): Holds =>
  (facts, limit) => {
    const value = read(facts);
    return value === null ? null : holds(value, limit);
  };
const above = (value: number, limit: number) => value > limit;
const below = (value: number, limit: number) => value < limit;

/** Every reason for which the demo declines or parks, and when it is true. */
const REASONS: readonly (readonly [RegExp, Holds])[] = [
  [/^Score below ([\d,]+)$/, stated(({ middleScore }) => middleScore, below)],
  [/^Monthly revenue below \$([\d,]+)$/, stated(({ monthlyRevenue }) => monthlyRevenue, below)],
  [/^In business for less than (\d+) years$/, stated(({ years }) => years, below)],
  [/^More than (\d+) inquiries in six months$/, figure(({ inquiries6m }) => inquiries6m, above)],
  [/^Utilization above (\d+) percent$/, figure(({ utilizationPct }) => utilizationPct, above)],
  [/^More than (\d+) derogatory accounts in 24 months$/, figure(({ derogatories24m }) => derogatories24m, above)],
  [/^A derogatory account in 24 months()$/, figure(({ derogatories24m }) => derogatories24m, above)],
  [/^Oldest account younger than (\d+) months$/, figure(({ oldestAccountMonths }) => oldestAccountMonths, below)],
  [/^Fewer than (\d+) open accounts$/, figure(({ openTradelines }) => openTradelines, below)],
  [
    /^Bankruptcy within 24 months()$/,
    figure(
      ({ derogatories24m }) => derogatories24m,
      (value) => value >= 1,
    ),
  ],
];

/** Which products a plan is made of. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  'Card Stacking': ['Business card'],
  'Term Loan': ['Term loan', 'Line of credit'],
  MCA: ['Merchant advance'],
};
const STATEMENTS: readonly (readonly [RegExp, (report: Report) => number | null])[] = [
  [/^Utilization of ([\d.]+) percent$/, ({ utilizationPct }) => utilizationPct],
  [/^(\d+) inquiries in six months$/, ({ inquiries6m }) => inquiries6m],
  [/^(\d+) derogatory accounts in 24 months$/, ({ derogatories24m }) => derogatories24m],
];

export type Incoherence = { readonly contactId: string; readonly what: string };

/** What does not fit together; empty when all does. */
export function incoherences(answers: ApplicantAnswers): Incoherence[] {
  const { contactId } = answers.entry;
  const found = [
    ...reasonFaults(answers),
    ...outcomeFaults(answers),
    ...planFaults(answers),
    ...dateFaults(answers),
    ...stepFaults(answers),
    ...creditFaults(answers),
  ];
  return found.map((what) => ({ contactId, what }));
}

const some = (faults: readonly (readonly [boolean, string])[]) =>
  faults.filter(([isFault]) => isFault).map(([, what]) => what);

function factsOf({ contact, credit, results }: ApplicantAnswers): Facts {
  const report =
    credit.reports.find(({ requestId }) => requestId === results[0]?.requestId) ?? credit.reports[0] ?? null;
  const scores = (report?.scores ?? [])
    .flatMap(({ score }) => (score === null ? [] : [score]))
    .toSorted((a, b) => a - b);
  const field = (id: string) => contact.customFields.find((each) => each.id === id)?.value;
  const revenue = Number(field('cf-monthly-revenue'));
  const years = Number.parseInt(String(field('cf-time-in-business')), 10);
  return {
    middleScore: scores[Math.floor((scores.length - 1) / 2)] ?? null,
    report,
    monthlyRevenue: Number.isNaN(revenue) ? null : revenue,
    years: Number.isNaN(years) ? null : years,
  };
}

/** Null where the API lacks the figure that would tell. */
export function reasonHolds(reason: string, facts: Facts): boolean | null {
  for (const [words, holds] of REASONS) {
    const match = words.exec(reason);
    if (match !== null) return holds(facts, Number((match[1] ?? '').replaceAll(',', '')));
  }
  return false;
}

function reasonFaults(answers: ApplicantAnswers): string[] {
  const { entry, plans, results } = answers;
  const facts = factsOf(answers);
  const declined = plans
    .flatMap(({ recommendations }) => recommendations)
    .filter(({ declineReason, bureauPulled }) => {
      const ofLender = { ...facts, report: facts.report === null ? null : asSeenBy(bureauPulled, facts.report) };
      return declineReason !== null && reasonHolds(declineReason, ofLender) === false;
    });
  const ended = entry.outcome === 'declined' || entry.outcome === 'parked' ? [entry.reason ?? 'no reason'] : [];
  const underwritten = results.flatMap(({ declineReason, parkedReason }) => [declineReason, parkedReason]);
  const contradicted = [...ended, ...underwritten].filter(
    (reason) => reason !== null && reasonHolds(reason, facts) === false,
  );
  return [...contradicted, ...declined.map(({ declineReason }) => declineReason)].map(
    (reason) => `"${reason}" is not what the figures say`,
  );
}

/** A lender counts the inquiries of the bureau that it asks, where the report shows that bureau. */
function asSeenBy(bureauPulled: string | null, report: Report): Report {
  const own = report.figures?.bureaus.find(({ bureau }) => bureau === bureauPulled);
  return own === undefined ? report : { ...report, inquiries6m: own.inquiries6m };
}

function outcomeFaults({ entry, results, plans }: ApplicantAnswers): string[] {
  const [result] = results;
  const [plan] = plans;
  const decided = ['approved', 'funded', 'declined', 'withdrawn'].includes(entry.outcome ?? '');
  const outcome = (name: string) => entry.outcome === name;
  return some([
    [decided !== (entry.decidedAt !== null), 'the outcome and the instant of the decision disagree'],
    [outcome('declined') !== (result?.decision === 'Decline'), 'declined, and the result says otherwise'],
    [
      outcome('declined') && result?.declineReason !== entry.reason,
      'the reasons of the entry and of the result differ',
    ],
    [
      outcome('parked') && result?.parkedReason !== entry.reason,
      'the reasons of the parked entry and of the result differ',
    ],
    [
      ['declined', 'parked', 'withdrawn'].includes(entry.outcome ?? '') && plan !== undefined,
      'it has a plan and an end without one',
    ],
    [outcome('funded') !== (plan?.outcome === 'funded'), 'funded, and the plan says otherwise'],
    [outcome('approved') !== (plan?.outcome === 'approved'), 'approved, and the plan says otherwise'],
    [outcome('funded') && entry.funding.fundedAmountCents === 0, 'funded with nothing'],
    [outcome('approved') && entry.funding.approvedAmountCents === 0, 'approved with nothing'],
    [
      entry.stage === 'escalated' &&
        (entry.requestedAmountCents ?? 0) <= (result?.fundingRangeMaxCents ?? Number.POSITIVE_INFINITY),
      'escalated for an amount within the range',
    ],
    [plan !== undefined && plan.planType !== result?.primaryPaths[0], 'the plan is not the primary path'],
  ]);
}

const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

function planFaults({ entry, plans }: ApplicantAnswers): string[] {
  const sums = ['requestedAmountCents', 'approvedAmountCents', 'fundedAmountCents'] as const;
  return [
    ...some([
      [entry.funding.plans !== plans.length, 'the entry counts other plans'],
      [
        entry.funding.requestedAmountCents > (entry.requestedAmountCents ?? 0),
        'lenders are asked for more than the client wants',
      ],
      ...sums.map((name): [boolean, string] => [
        entry.funding[name] !== sumOf(plans.map((plan) => plan[name])),
        `${name} of the entry is not the sum over its plans`,
      ]),
    ]),
    ...plans.flatMap((plan) => [
      ...some(
        sums.map((name): [boolean, string] => [
          plan[name] !== sumOf(plan.recommendations.map((each) => each[name])),
          `${name} of the plan is not the sum over its recommendations`,
        ]),
      ),
      ...plan.recommendations.flatMap((each) => recommendationFaults(each, plan.planType)),
    ]),
  ];
}

function recommendationFaults(each: Recommendation, planType: string | null): string[] {
  const { approvedAmountCents: approved, fundedAmountCents: funded, status } = each;
  const isPriced = each.aprPct !== null || each.factorRate !== null;
  return some([
    [!PRODUCTS[planType ?? '']?.includes(each.product ?? ''), `a plan of ${planType} with a ${each.product}`],
    [(approved ?? 0) > (each.requestedAmountCents ?? 0), 'more is approved than requested'],
    [(funded ?? 0) > (approved ?? 0), 'more is funded than approved'],
    [(funded !== null) !== (each.fundedAt !== null), 'money and its instant disagree'],
    [(status === 'DECLINED') !== (each.declineReason !== null), 'declined and its reason disagree'],
    [(approved !== null) !== ['OFFERED', 'ACCEPTED'].includes(status ?? ''), 'approved and its status disagree'],
    [(approved !== null) !== isPriced, 'approved and its price disagree'],
    [
      (each.decidedAt !== null) !== ['OFFERED', 'ACCEPTED', 'DECLINED'].includes(status ?? ''),
      'decided and its status disagree',
    ],
    [(each.submittedAt === null) !== (status === 'recommended'), 'submitted and its status disagree'],
    [status === 'ADDITIONAL_DETAILS_REQUESTED' && each.stipulations.length === 0, 'a lender asks for nothing'],
    [(each.outcome === 'funded') !== (funded !== null), 'funded and its outcome disagree'],
  ]);
}

/** Every chain of instants runs forward; what is not there is left out. */
function dateFaults({ contact, entry, credit, results, plans }: ApplicantAnswers): string[] {
  const pulled = credit.reports.find(({ requestId }) => requestId === results[0]?.requestId)?.pulledAt;
  const upToPlan = [contact.createdAt, entry.submittedAt, pulled, results[0]?.evaluatedAt];
  const recommendations = plans.flatMap((plan) =>
    plan.recommendations.map((each) => [
      ...upToPlan,
      plan.createdAt,
      each.submittedAt,
      each.decidedAt,
      each.fundedAt,
      plan.updatedAt,
    ]),
  );
  const chains = [[...upToPlan, entry.stageChangedAt], ...recommendations];
  const isOrdered = (chain: readonly (string | null | undefined)[]) => {
    const known = chain.filter((instant) => typeof instant === 'string');
    return known.every((instant, index) => index === 0 || (known[index - 1] ?? '') <= instant);
  };
  return [
    ...some([
      [
        credit.reports.length > 0 && entry.waitingOn?.includes('authorization') === true,
        'waits for an authorization that was used',
      ],
    ]),
    ...chains.filter((chain) => !isOrdered(chain)).map((chain) => `dates out of order: ${chain.join(', ')}`),
  ];
}

function stepFaults({ entry, credit, plans, steps }: ApplicantAnswers): string[] {
  const open = steps.filter(({ completedAt }) => completedAt === null);
  const authorization = steps.find(({ title }) => title === 'Sign the credit authorization');
  const isGoingOn = ['open', 'parked', 'approved'].includes(entry.outcome ?? '');
  const wanted = plans
    .flatMap(({ recommendations }) => recommendations)
    .filter(({ status }) => status === 'ADDITIONAL_DETAILS_REQUESTED')
    .map(({ lender, stipulations }) => `${stipulations[0]} for ${lender}`);
  const waitsForLender = / for (.+)$/.exec(entry.waitingOn ?? '')?.[1];
  return some([
    [isGoingOn !== open.length > 0, 'its end and its open steps disagree'],
    [isGoingOn && !open.some(({ blocking }) => blocking), 'nothing holds it up'],
    [credit.reports.length > 0 && authorization?.completedAt === null, 'a report was pulled before the client signed'],
    [credit.reports.length === 0 && authorization?.completedAt !== null, 'the authorization is no next step'],
    [isGoingOn && wanted.some((title) => !open.some((step) => step.title === title)), 'a stipulation is no next step'],
    [
      waitsForLender !== undefined && !wanted.some((title) => title.endsWith(waitsForLender)),
      'it waits for a stipulation that no lender made',
    ],
  ]);
}

function creditFaults({ entry, credit, results }: ApplicantAnswers): string[] {
  const [latest] = credit.reports;
  const underwritten = credit.reports.find(({ requestId }) => requestId === results[0]?.requestId);
  const said = results.flatMap(({ strengths, risks }) => [...strengths, ...risks]);
  const contradicted = said.filter((text) =>
    STATEMENTS.some(([words, read]) => {
      const number = words.exec(text)?.[1];
      const value = underwritten === undefined ? null : read(underwritten);
      return number !== undefined && value !== null && Number(number) !== value;
    }),
  );
  const names = [
    'utilizationPct',
    'openTradelines',
    'inquiries6m',
    'derogatories24m',
    'oldestAccountMonths',
    'totalDebtCents',
  ] as const;
  return [
    ...some([
      [results.length > 0 && underwritten === undefined, 'no report was underwritten'],
      [(entry.creditReport?.requestId ?? null) !== credit.requestId, 'the entry shows another report'],
      [
        latest !== undefined && names.some((name) => entry.creditReport?.[name] !== latest[name]),
        'the figures of the entry and of the credit summary differ',
      ],
    ]),
    ...contradicted.map((text) => `"${text}" is not what the report says`),
  ];
}
