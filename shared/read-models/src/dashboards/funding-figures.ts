import { z } from 'zod';
import { byDimension, DURATION_BUCKETS, labelled } from './dashboard-measures.ts';
import {
  cents,
  count,
  countByLabel,
  counted,
  countOfAll,
  countOfOthers,
  type Figure,
  type FigureTable,
  ofDay,
  ofState,
  STATE,
  shareOf,
  WINDOW,
} from './figure.ts';
import { otherRecommendations, recommendationsBy } from './recommendation-figures.ts';
import { rounded, total, type WindowSums } from './window-sums.ts';

const BY_PARTY = byDimension('funding.waiting', 'party');

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole, 4);
}

/** Of the applications submitted, those of which it is so by now. */
const steps = {
  decided: counted('Of these, decided by now: `decidedAt` is stated, or the outcome is approved, funded or declined.'),
  approved: counted('Of these, approved by now: the outcome is approved or funded.'),
  funded: counted('Of these, funded by now.'),
  declined: counted('Of these, declined by now.'),
  withdrawn: counted('Of these, withdrawn by now.'),
} as const;

/** The share of each step. */
function sharesOf<Share>(share: (step: keyof typeof steps) => Share): Readonly<Record<string, Share>> {
  return Object.fromEntries(Object.keys(steps).map((step) => [`${step}Share`, share(step as keyof typeof steps)]));
}

const conversion: Figure = {
  scope: 'day',
  body: z
    .strictObject({
      submitted: counted('The applications submitted in the window: what all counts and shares here are of.'),
      ...steps,
      ...sharesOf((step) => shareOf(`${step[0]?.toUpperCase()}${step.slice(1)} of submitted.`)),
    })
    .describe(
      'What has become, by now, of the applications submitted in the window (submittedAt). Shares to four decimals; null ' +
        'when none was submitted.',
    ),
  of({ sum }) {
    const submitted = sum('funding.applications');
    const nowOf = (outcome: string) => sum(labelled('funding.applications-of', outcome));
    const counts = {
      decided: sum('funding.applications-decided'),
      approved: nowOf('approved') + nowOf('funded'),
      funded: nowOf('funded'),
      declined: nowOf('declined'),
      withdrawn: nowOf('withdrawn'),
    };
    return { submitted, ...counts, ...sharesOf((step) => share(counts[step], submitted)) };
  },
};

/** The median of a histogram: of two middle durations the lower, known to its bucket. */
function durations(text: string, measure: string): Figure {
  const body = z
    .strictObject({
      count: counted('How many durations. An end before its start is none.'),
      median: z
        .number()
        .nullable()
        .describe(
          'Of two middle durations the lower. Beyond 14 days the middle of `fromDays` and `toDays`. Null: no duration.',
        ),
      fromDays: z.int().nullable().describe('The median is not below it.'),
      toDays: z
        .int()
        .nullable()
        .describe(
          'The median is not above it: up to 14 days it is `fromDays`. Null beyond a year, where `median` is `fromDays`.',
        ),
    })
    .describe(`${text}, in full days of 24 hours.`);
  const of = ({ byLabel }: WindowSums) => {
    const buckets = byLabel(measure).map(({ label, sum }) => ({ from: Number(label), sum }));
    const all = total(byLabel(measure));
    let below = 0;
    for (const { from, sum } of buckets.sort((a, b) => a.from - b.from)) {
      below += sum;
      if (all === 0 || below < all / 2) continue;
      const next = DURATION_BUCKETS[DURATION_BUCKETS.indexOf(from) + 1];
      if (next === undefined) return { count: all, median: from, fromDays: from, toDays: null };
      return { count: all, median: (from + next - 1) / 2, fromDays: from, toDays: next - 1 };
    }
    return { count: all, median: null, fromDays: null, toDays: null };
  };
  return ofDay(body, of);
}

export const fundingFigures: FigureTable = {
  applicationsSubmitted: count(`${WINDOW} (submittedAt): funding applications.`, 'funding.applications'),
  plansCreated: countOfAll(`${WINDOW} (createdAt): funding plans.`, 'funding.plans'),
  plansByOutcome: countByLabel(
    'Outcome now of the plans created in the window, the most frequent first, at most 20 outcomes.',
    'funding.plans',
    { name: 'outcome', label: 'Lower case; null: none stated yet.', count: 'Plans with this outcome.' },
  ),
  plansOfOtherOutcomes: countOfOthers('Plans created in the window whose outcomes are not listed.', 'funding.plans'),
  requested: count(`${WINDOW} (submittedAt): recommendations submitted to a lender.`, 'funding.requested'),
  requestedAmountCents: cents(`${WINDOW} (submittedAt): the amounts asked for`, 'funding.requested-cents'),
  decided: count(`${WINDOW} (decidedAt): recommendations that a lender decided.`, 'funding.decided'),
  approved: count(
    `${WINDOW} (decidedAt): of these, those with an approved amount above zero; without an amount those whose outcome, else ` +
      'status, is approved, accepted or funded.',
    'funding.approved',
  ),
  approvedAmountCents: cents(`${WINDOW} (decidedAt): the amounts approved, paid out or not`, 'funding.approved-cents'),
  approvalRate: ofDay(
    shareOf('Approved of decided, to four decimals; null when nothing was decided in the window.'),
    ({ sum }) => share(sum('funding.approved'), sum('funding.decided')),
  ),
  funded: count(`${WINDOW} (fundedAt): recommendations paid out.`, 'funding.funded'),
  fundedAmountCents: cents(`${WINDOW} (fundedAt): the amounts paid out`, 'funding.funded-cents'),
  projected: ofState(
    count(
      `${STATE}: recommendations submitted to a lender that has not answered (no decision, payment or amount; outcome none, ` +
        'pending, open or submitted), of applications neither declined nor withdrawn.',
      'funding.projected',
    ),
  ),
  projectedAmountCents: ofState(
    cents(
      `${STATE}: the amounts asked for with these; approved and funded ones are not in it`,
      'funding.projected-cents',
    ),
  ),
  byProduct: recommendationsBy('product'),
  otherProducts: otherRecommendations('product'),
  byLender: recommendationsBy('lender'),
  otherLenders: otherRecommendations('lender'),
  conversion,
  applicationDaysToDecision: durations(
    `${WINDOW} (decidedAt): from submission to decision of applications`,
    'funding.application-days',
  ),
  daysToDecision: durations(
    `${WINDOW} (decidedAt): from submission to decision of recommendations`,
    'funding.decision-days',
  ),
  daysToFunding: durations(`${WINDOW} (fundedAt): from decision to payment of recommendations`, 'funding.funding-days'),
  waiting: ofState(
    count(
      `${STATE}: applications whose outcome is open or approved and that wait for something (waitingOn); parked ones do not count.`,
      'funding.waiting',
    ),
  ),
  waitingOnClient: ofState(
    count(
      `${STATE}: of these, those whose text begins with client, applicant, borrower or customer.`,
      'funding.waiting-on-client',
    ),
  ),
  waitingByParty: ofState(
    countByLabel(
      `${STATE}: open and approved applications that wait, by party, the most frequent first, at most 20 parties.`,
      BY_PARTY,
      {
        name: 'party',
        label:
          'What stands before the colon of `waitingOn`, or all of it: lower case, blanks folded, at most 80 characters; null: none stated.',
        count: 'Applications that wait for this party.',
      },
    ),
  ),
  waitingOnOtherParties: ofState(
    countOfOthers(`${STATE}: waiting applications whose parties are not listed.`, BY_PARTY),
  ),
};
