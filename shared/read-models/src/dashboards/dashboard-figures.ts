import { z } from 'zod';
import { BUREAUS, SCORE_BANDS, type ScoreBand } from './dashboard-measures.ts';

/**
 * The figures of /dashboard/stats. Each says whether it counts what happened in the window, by which instant, or the
 * state now.
 */

const count = (text: string) => z.int().min(0).describe(text);
const cents = (text: string) => z.int().min(0).describe(`${text}, in integer cents.`);
const share = (text: string) => z.number().min(0).max(1).nullable().describe(text);

const WINDOW = 'Happened in the window';

/** A strict object of one figure per name. */
function figureEach<Name extends string>(names: readonly Name[], text: (name: Name) => string) {
  const shape = Object.fromEntries(names.map((name) => [name, count(text(name))]));
  return z.strictObject(shape as Record<Name, z.ZodInt>);
}

const bands = SCORE_BANDS.map(({ band }) => band);

function bandText(band: ScoreBand): string {
  const index = bands.indexOf(band);
  const [lowest, above] = [SCORE_BANDS[index]?.from, SCORE_BANDS[index - 1]?.from];
  return above === undefined ? `Scores of ${lowest} and more.` : `Scores of ${lowest} to ${above - 1}.`;
}

const reasons = (what: string) =>
  z
    .array(
      z.strictObject({
        reason: z.string().nullable().describe('Lower case, blanks folded, at most 80 characters; null: none stated.'),
        count: count('Results with this reason.'),
      }),
    )
    .describe(`${what} by reason, the most frequent first, at most 50 reasons.`);

const outcomes = z
  .array(
    z.strictObject({
      outcome: z.string().nullable().describe('Lower case; null: none stated yet.'),
      count: count('Plans with this outcome.'),
    }),
  )
  .describe('Outcome now of the plans created in the window, the most frequent first, at most 20 outcomes.');

const STATE = 'State now, whatever the window';

const recommendations = {
  requested: count('Submitted in the window (submittedAt).'),
  requestedAmountCents: cents('The amounts asked for'),
  decided: count('Decided in the window (decidedAt).'),
  approved: count('Of these, the approved.'),
  approvedAmountCents: cents('The amounts approved, paid out or not'),
  funded: count('Paid out in the window (fundedAt).'),
  fundedAmountCents: cents('The amounts paid out'),
};

const label = (what: string) =>
  z.string().nullable().describe(`${what}: lower case, blanks folded, at most 80 characters; null: none stated.`);

const spelled = (what: string) =>
  z
    .string()
    .nullable()
    .describe(
      `${what} as recommendations spell it, blanks folded, at most 80 characters; spellings that differ in case count as ` +
        'that with the largest amount asked for. Null: none stated.',
    );

const products = z
  .array(z.strictObject({ product: spelled('The product'), ...recommendations }))
  .describe('Recommendations by product, the largest amount asked for first, at most 20 products.');

const lenders = z
  .array(z.strictObject({ lender: spelled('The lender'), ...recommendations }))
  .describe('Recommendations by lender, the largest amount asked for first, at most 30 lenders.');

const waitingByParty = z
  .array(
    z.strictObject({
      party: label('What stands before the colon of `waitingOn`, or all of it'),
      count: count('Applications that wait for this party.'),
    }),
  )
  .describe(
    `${STATE}: open and approved applications that wait, by party, the most frequent first, at most 20 parties.`,
  );

const conversion = z
  .strictObject({
    submitted: count('The applications submitted in the window: what all counts and shares here are of.'),
    decided: count('Of these, decided by now: `decidedAt` is stated, or the outcome is approved, funded or declined.'),
    approved: count('Of these, approved by now: the outcome is approved or funded.'),
    funded: count('Of these, funded by now.'),
    declined: count('Of these, declined by now.'),
    withdrawn: count('Of these, withdrawn by now.'),
    decidedShare: share('Decided of submitted.'),
    approvedShare: share('Approved of submitted.'),
    fundedShare: share('Funded of submitted.'),
    declinedShare: share('Declined of submitted.'),
    withdrawnShare: share('Withdrawn of submitted.'),
  })
  .describe(
    'What has become, by now, of the applications submitted in the window (submittedAt). Shares to four decimals; null ' +
      'when none was submitted.',
  );

const durations = (text: string) =>
  z
    .strictObject({
      count: count('How many durations. An end before its start is none.'),
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

export const figuresSchema = z.strictObject({
  credit: z.strictObject({
    reportsPulled: count(`${WINDOW} (pulledAt): stored credit reports.`),
    reportsByBureau: figureEach(
      BUREAUS,
      (bureau) => `Reports that include ${bureau === 'other' ? 'another bureau' : bureau}.`,
    ).describe(`${WINDOW} (pulledAt): reports by bureau; a report of three bureaus counts in each.`),
    contactsWithReport: count(`${WINDOW} (pulledAt): contacts whose latest report was pulled in the window.`),
    averageScore: z
      .number()
      .nullable()
      .describe('Mean of the scores of these latest reports, to one decimal; null when none has a score.'),
    scored: count('Of these latest reports, those with a score.'),
    unscored: count('Of these latest reports, those without a score.'),
    scoreBands: figureEach(bands, bandText).describe('Of these latest reports, the scores by band.'),
  }),
  underwriting: z.strictObject({
    evaluated: count(`${WINDOW} (evaluatedAt): underwriting results.`),
    qualified: count(
      `${WINDOW} (evaluatedAt): of the others, results whose card or term loan status is qualified, pre-qualified, eligible or ` +
        'approved, or whose decision begins with one of these words. Texts are compared without case and punctuation.',
    ),
    declined: count(
      `${WINDOW} (evaluatedAt): results with a decline reason, with a decline status (other than none, no, n/a, false, ` +
        'not declined, clear, cleared, open, pending, review, under review), or whose decision begins with "declin".',
    ),
    parked: count(
      `${WINDOW} (evaluatedAt): of the others, results with a reason to park, or whose decision begins with "park".`,
    ),
    undecided: count(`${WINDOW} (evaluatedAt): results that say none of the three.`),
    declinedByReason: reasons('Declined results'),
    declinedForOtherReasons: count('Declined results whose reasons are not listed.'),
    parkedByReason: reasons('Parked results'),
    parkedForOtherReasons: count('Parked results whose reasons are not listed.'),
  }),
  funding: z.strictObject({
    applicationsSubmitted: count(`${WINDOW} (submittedAt): funding applications.`),
    plansCreated: count(`${WINDOW} (createdAt): funding plans.`),
    plansByOutcome: outcomes,
    plansOfOtherOutcomes: count('Plans created in the window whose outcomes are not listed.'),
    requested: count(`${WINDOW} (submittedAt): recommendations submitted to a lender.`),
    requestedAmountCents: cents(`${WINDOW} (submittedAt): the amounts asked for`),
    decided: count(`${WINDOW} (decidedAt): recommendations that a lender decided.`),
    approved: count(
      `${WINDOW} (decidedAt): of these, those with an approved amount above zero; without an amount those whose outcome, else ` +
        'status, is approved, accepted or funded.',
    ),
    approvedAmountCents: cents(`${WINDOW} (decidedAt): the amounts approved, paid out or not`),
    approvalRate: share('Approved of decided, to four decimals; null when nothing was decided in the window.'),
    funded: count(`${WINDOW} (fundedAt): recommendations paid out.`),
    fundedAmountCents: cents(`${WINDOW} (fundedAt): the amounts paid out`),
    projected: count(
      `${STATE}: recommendations submitted to a lender that has not answered (no decision, payment or amount; outcome none, ` +
        'pending, open or submitted), of applications neither declined nor withdrawn.',
    ),
    projectedAmountCents: cents(`${STATE}: the amounts asked for with these; approved and funded ones are not in it`),
    byProduct: products,
    otherProducts: z.strictObject(recommendations).describe('Recommendations of products that are not listed.'),
    byLender: lenders,
    otherLenders: z.strictObject(recommendations).describe('Recommendations of lenders that are not listed.'),
    conversion,
    applicationDaysToDecision: durations(`${WINDOW} (decidedAt): from submission to decision of applications`),
    daysToDecision: durations(`${WINDOW} (decidedAt): from submission to decision of recommendations`),
    daysToFunding: durations(`${WINDOW} (fundedAt): from decision to payment of recommendations`),
    waiting: count(
      `${STATE}: applications whose outcome is open or approved and that wait for something (waitingOn); parked ones do not count.`,
    ),
    waitingOnClient: count(`${STATE}: of these, those whose text begins with client, applicant, borrower or customer.`),
    waitingByParty,
    waitingOnOtherParties: count(`${STATE}: waiting applications whose parties are not listed.`),
  }),
  deals: z.strictObject({
    created: count(`${WINDOW} (createdAt): deals.`),
    createdAmountCents: cents(`${WINDOW} (createdAt): their amounts now`),
    won: count(`${WINDOW} (statusChangedAt): deals that are won.`),
    wonAmountCents: cents(`${WINDOW} (statusChangedAt): the amounts of won deals`),
    lost: count(`${WINDOW} (statusChangedAt): deals that are lost; abandoned ones are not.`),
    lostAmountCents: cents(`${WINDOW} (statusChangedAt): the amounts of lost deals`),
    open: count('State now, whatever the window: open deals.'),
    openAmountCents: cents('State now, whatever the window: the amounts of open deals'),
  }),
});

export type Figures = z.infer<typeof figuresSchema>;
