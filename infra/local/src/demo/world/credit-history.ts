import type { Random } from '../random.ts';

/** How a person has dealt with credit so far; a credit file is drawn to it. */
export type CreditHistory = {
  readonly cards: number;
  readonly loans: number;
  readonly hasMortgage: boolean;
  /** About the share of their limits that the cards use, from 0 to 1. */
  readonly utilization: number;
  /** Of a card, in units of $500. */
  readonly limits: readonly [number, number];
  readonly oldestMonths: number;
  readonly inquiries6m: number;
  /** Probability that an account was 30 days late once in two years. */
  readonly lateChance: number;
  /** Accounts that were 90 days late in the last two years and are paid as agreed again. */
  readonly delinquencies: number;
  readonly chargeOffs: number;
  readonly collections: number;
  readonly isBankrupt: boolean;
};

type Range = readonly [number, number];
type Habit = {
  /** In percent; all shares add up to 100. */
  readonly share: number;
  readonly cards: Range;
  readonly utilizationPct: Range;
  readonly limits: Range;
  readonly years: Range;
  readonly inquiries6m: Range;
  readonly lateChance: number;
  readonly delinquencies: Range;
  readonly chargeOffs: Range;
  readonly collections: Range;
  readonly bankruptChance: number;
};

const clean = {
  lateChance: 0.03,
  delinquencies: [0, 0],
  chargeOffs: [0, 0],
  collections: [0, 0],
  bankruptChance: 0,
} as const;

const habits: readonly Habit[] = [
  // Pays in full, applies seldom.
  {
    ...clean,
    share: 38,
    cards: [3, 7],
    utilizationPct: [3, 26],
    limits: [12, 50],
    years: [7, 24],
    inquiries6m: [0, 3],
  },
  // Owes on cards, was late now and then.
  {
    ...clean,
    share: 26,
    cards: [3, 6],
    utilizationPct: [28, 62],
    limits: [6, 30],
    years: [4, 16],
    inquiries6m: [1, 5],
    lateChance: 0.15,
    delinquencies: [0, 1],
  },
  // Cards are at their limits.
  {
    ...clean,
    share: 11,
    cards: [3, 5],
    utilizationPct: [84, 97],
    limits: [4, 20],
    years: [4, 14],
    inquiries6m: [1, 5],
    lateChance: 0.1,
  },
  // Applies everywhere.
  {
    ...clean,
    share: 5,
    cards: [3, 6],
    utilizationPct: [20, 55],
    limits: [6, 24],
    years: [3, 12],
    inquiries6m: [7, 11],
  },
  // Lost control in the last two years.
  {
    share: 14,
    cards: [2, 4],
    utilizationPct: [60, 92],
    limits: [3, 12],
    years: [4, 14],
    inquiries6m: [1, 6],
    lateChance: 0.35,
    delinquencies: [1, 2],
    chargeOffs: [1, 2],
    collections: [0, 2],
    bankruptChance: 0.15,
  },
  // Is new to credit.
  { ...clean, share: 6, cards: [1, 1], utilizationPct: [10, 70], limits: [1, 6], years: [0, 1], inquiries6m: [0, 3] },
];

const YEARS_TO_MORTGAGE = 7;
const FEWEST_MONTHS = 8;

/** @param adultMonths since the person may have credit at all. */
export function drawHistory(random: Random, adultMonths: number): CreditHistory {
  const habit = drawHabit(random);
  const within = ([low, high]: Range) => random.int(low, high);
  const drawn = within(habit.years) * 12 + random.int(FEWEST_MONTHS, 15);
  const oldestMonths = Math.max(FEWEST_MONTHS, Math.min(drawn, adultMonths - 1));
  const isNew = habit.years[1] <= 1;
  return {
    cards: within(habit.cards),
    loans: isNew ? 0 : random.int(0, 2),
    hasMortgage: oldestMonths > YEARS_TO_MORTGAGE * 12 && random.chance(0.5),
    utilization: within(habit.utilizationPct) / 100,
    limits: habit.limits,
    oldestMonths,
    inquiries6m: within(habit.inquiries6m),
    lateChance: habit.lateChance,
    delinquencies: within(habit.delinquencies),
    chargeOffs: within(habit.chargeOffs),
    collections: within(habit.collections),
    isBankrupt: random.chance(habit.bankruptChance),
  };
}

function drawHabit(random: Random): Habit {
  let left = random.next() * 100;
  for (const habit of habits) {
    left -= habit.share;
    if (left < 0) return habit;
  }
  return habits[0] as Habit;
}
