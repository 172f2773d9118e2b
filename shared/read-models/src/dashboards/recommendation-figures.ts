import { z } from 'zod';
import { sum } from '../cents.ts';
import { byDimension, leftOver, RECOMMENDATION_MEASURES } from './dashboard-measures.ts';
import { withoutCase } from './fact-label.ts';
import { centsOf, counted, type Figure } from './figure.ts';
import { amountsByLabel, amountsOf, maxLabels, type WindowSums } from './window-sums.ts';

/** What is counted of the recommendations of a product or a lender. */

type Name = keyof typeof RECOMMENDATION_MEASURES;

const bodies: Record<Name, z.ZodType> = {
  requested: counted('Submitted in the window (submittedAt).'),
  requestedAmountCents: centsOf('The amounts asked for'),
  decided: counted('Decided in the window (decidedAt).'),
  approved: counted('Of these, the approved.'),
  approvedAmountCents: centsOf('The amounts approved, paid out or not'),
  funded: counted('Paid out in the window (fundedAt).'),
  fundedAmountCents: centsOf('The amounts paid out'),
};

/** By dimension the names of the measures, and of what is left over of each: they are needed for every request. */
const measuresOf = (dimension: 'product' | 'lender') => {
  const told = amountsOf(RECOMMENDATION_MEASURES, (measure) => byDimension(measure, dimension));
  return { told, left: amountsOf(told, leftOver) };
};
const MEASURES = { product: measuresOf('product'), lender: measuresOf('lender') };

/** The figures of the products or lenders that are listed. */
export function recommendationsBy(dimension: 'product' | 'lender'): Figure {
  const label = z
    .string()
    .nullable()
    .describe(
      `The ${dimension} as recommendations spell it, blanks folded, at most 80 characters; spellings that differ in case count as ` +
        'that with the largest amount asked for. Null: none stated.',
    );
  const most = maxLabels(byDimension('funding.requested', dimension));
  const text = `Recommendations by ${dimension}, the largest amount asked for first, at most ${most} ${dimension}s.`;
  return {
    scope: 'window',
    body: z.array(z.strictObject({ [dimension]: label, ...bodies })).describe(text),
    of: (sums) =>
      rowsBy(dimension, sums)
        .slice(0, most)
        .map(({ label: name, of }) => ({ [dimension]: name, ...of })),
  };
}

/** What is left over: several locations may have more labels together than each counts apart. */
export function otherRecommendations(dimension: 'product' | 'lender'): Figure {
  const most = maxLabels(byDimension('funding.requested', dimension));
  return {
    scope: 'window',
    body: z.strictObject(bodies).describe(`Recommendations of ${dimension}s that are not listed.`),
    of(sums) {
      const rest = rowsBy(dimension, sums).slice(most);
      return addedUp([...rest, { of: amountsOf(MEASURES[dimension].left, sums.sum) }]);
    },
  };
}

function addedUp(rows: readonly Pick<Labelled, 'of'>[]): Labelled['of'] {
  return amountsOf(RECOMMENDATION_MEASURES, (_, name) => sum(rows.map(({ of }) => of[name])));
}

type Labelled = { readonly label: string | null; readonly of: Record<Name, number> };

/**
 * The labels that occur, the largest amount asked for first. Spellings of one name are added up under the one that comes
 * first.
 */
function rowsBy(dimension: 'product' | 'lender', sums: WindowSums): Labelled[] {
  const spellings = [...amountsByLabel(MEASURES[dimension].told, sums)].map(([label, of]) => ({ label, of }));
  const byName = Map.groupBy(spellings.sort(largestFirst), ({ label }) => withoutCase(label ?? ''));
  const rows = [...byName.values()].map((same) => ({ label: same[0]?.label ?? null, of: addedUp(same) }));
  return rows.sort(largestFirst);
}

/** Equal ones by label in code-unit order, none first. */
function largestFirst(a: Labelled, b: Labelled): number {
  const [left, right] = [a.label ?? '', b.label ?? ''];
  return b.of.requestedAmountCents - a.of.requestedAmountCents || (left < right ? -1 : left > right ? 1 : 0);
}
