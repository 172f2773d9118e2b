import type { CreditFile, FileAccount } from '@fundlens/redaction/testing/credit-report-fixtures';

/** Credit files of invented people by their habits, and the score that goes with each. */
export type CreditHabit = { readonly score: number; readonly file: CreditFile };

const card = (
  creditor: string,
  years: number,
  [amount, balance]: readonly [number, number],
  more: Partial<FileAccount> = {},
): FileAccount => ({
  creditor,
  account: `4${String(years * 7919).padStart(6, '0')}00${String(amount * 31).padStart(7, '0')}`,
  kind: 'card',
  openedDaysAgo: Math.round(years * 365.25) + 11,
  amount,
  balance,
  payment: Math.ceil(balance * 0.03),
  ...more,
});

const loan = (
  creditor: string,
  years: number,
  [amount, balance, payment]: readonly [number, number, number],
  kind: 'loan' | 'mortgage' = 'loan',
): FileAccount => ({ ...card(creditor, years, [amount, balance]), account: `7${amount}00${years}`, kind, payment });

const asked = (...daysAgo: readonly number[]) =>
  daysAgo.map((days, index) => ({
    creditor: ['KESTREL POINT CARD', 'IRONWICK BANKCARD', 'LOWFIELD AUTO FINANCE'][index % 3] ?? '',
    daysAgo: days,
  }));

const chargedOff = { closedDaysAgo: 250, isChargedOff: true, payment: 0, history: '654321' };
const clean = { collections: [], records: [] };

export const creditHabits = {
  /** Pays in full, applies seldom. */
  seasoned: {
    score: 772,
    file: {
      ...clean,
      accounts: [
        loan('PEMBRICK HOME MORTGAGE', 8, [342_000, 284_500, 2_155], 'mortgage'),
        card('ALDERBROOK CARD', 14, [18_000, 1_240]),
        card('DRESSWELL STORE CARD', 9, [3_000, 0], { closedDaysAgo: 900 }),
        card('HOLLOWAY TRAVEL CARD', 6, [25_000, 2_610]),
        card('GAVERNE CASH BACK CARD', 4, [12_000, 980]),
      ],
      inquiries: asked(74, 420),
    },
  },
  /** Grows, and uses a quarter of its limits. */
  growing: {
    score: 721,
    file: {
      ...clean,
      accounts: [
        loan('NEWBARROW STUDENT LOANS', 11, [28_000, 3_150, 290]),
        card('ALDERBROOK CARD', 10, [16_000, 3_940]),
        card('HOLLOWAY TRAVEL CARD', 5, [20_000, 5_610]),
        loan('MAPLEHURST AUTO LOANS', 3, [31_500, 12_480, 541]),
        card('BELLHAVEN BANKCARD', 3, [10_000, 640], { isAuthorizedUser: true }),
        card('ELMRIDGE REWARDS', 2, [9_000, 2_320]),
      ],
      inquiries: asked(19, 74, 139, 612),
    },
  },
  /** Owes on cards, was late once. */
  indebted: {
    score: 668,
    file: {
      ...clean,
      accounts: [
        card('CORVANE CARD SERVICES', 8, [9_000, 4_210], { history: '00000010' }),
        card('FOXGLEN CREDIT CARD', 4, [7_500, 3_960]),
        card('ELMRIDGE REWARDS', 2, [6_000, 2_850]),
        loan('ORCHARDGATE PERSONAL LOANS', 2, [9_000, 5_870, 310]),
      ],
      inquiries: asked(33, 101, 300),
    },
  },
  /** Cards are at their limits. */
  stretched: {
    score: 612,
    file: {
      ...clean,
      accounts: [
        card('CORVANE CARD SERVICES', 7, [5_000, 4_720]),
        card('IRONWICK BANKCARD', 4, [4_500, 4_180], { history: '0001' }),
        card('DRESSWELL STORE CARD', 3, [2_500, 2_240]),
      ],
      inquiries: asked(40, 120),
    },
  },
  /** Applies everywhere. */
  searching: {
    score: 655,
    file: {
      ...clean,
      accounts: [
        card('GAVERNE CASH BACK CARD', 6, [8_000, 2_900]),
        card('KESTREL POINT CARD', 1, [6_500, 2_350]),
        loan('LOWFIELD AUTO FINANCE', 2, [22_000, 15_300, 455]),
      ],
      inquiries: asked(6, 14, 25, 41, 66, 88, 103, 127),
    },
  },
  /** Lost control in the last two years. */
  delinquent: {
    score: 538,
    file: {
      accounts: [
        card('CORVANE CARD SERVICES', 9, [3_000, 2_650], { history: '00004321' }),
        card('ALDERBROOK CARD', 5, [5_000, 5_000], chargedOff),
        card('FOXGLEN CREDIT CARD', 3, [2_000, 1_460]),
      ],
      inquiries: asked(50),
      collections: [{ balance: 1_140, daysAgo: 310 }],
      records: [{ liabilities: 62_000, daysAgo: 420 }],
    },
  },
  /** Is new to credit. */
  newcomer: {
    score: 641,
    file: { ...clean, accounts: [card('BELLHAVEN BANKCARD', 1, [1_500, 400])], inquiries: asked(12, 95) },
  },
} as const satisfies Readonly<Record<string, CreditHabit>>;

export type CreditHabitName = keyof typeof creditHabits;
