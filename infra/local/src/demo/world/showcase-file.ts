import { DAY, dayInMonth, HOUR, monthNumber, monthsBefore } from '../dates.ts';
import { crmId } from '../ids.ts';
import type { Random } from '../random.ts';
import type { DemoLocationProfile } from './agencies.ts';
import { createApplicationOf } from './application.ts';
import type { DemoContact } from './contact.ts';
import { type AccountKind, type Bureau, type CreditFile, type FileAccount, fileBureaus } from './credit-file.ts';
import { operators } from './names.ts';
import { createPerson, customFieldsOf } from './person.ts';
import { stageNamed } from './stages.ts';

const CREATED_DAYS_AGO = 12;
const AGE = 43;
const BUSINESS = { trade: 'Coffee Roasters', monthlyRevenueCents: 4_682_050, years: 7 } as const;
const WANTED_CENTS = 10_000_000;

/**
 * The contact that the printed commands show: a roaster who wants cards for a second shop. The file is written by hand;
 * what lenders and underwriting say of it follows from the rules that hold for all.
 */
export function showcaseContact(
  random: Random,
  options: { location: DemoLocationProfile; baseInstant: number; ssn: string },
): DemoContact {
  const { baseInstant, ssn } = options;
  const createdAt = baseInstant - CREATED_DAYS_AGO * DAY;
  const person = {
    ...createPerson(random, { ...options, index: 0 }),
    firstName: 'Marisol',
    lastName: 'Whitcombe',
    companyName: 'Whitcombe Coffee Roasters',
    email: 'marisol.whitcombe@example.com',
    birthDate: dayInMonth(baseInstant, { monthsAgo: 12 * AGE + 5, day: 11 }),
    business: BUSINESS,
    crmSsn: null,
    customFields: customFieldsOf(random, { ssn, business: BUSINESS }),
    tags: ['card-stacking', 'referral'],
    source: 'Referral',
    assignedTo: operators[0],
    dnd: false,
    createdAt,
    updatedAt: createdAt + 2 * DAY,
    deletedAt: null,
  };
  const submittedAt = createdAt + 6 * HOUR;
  const authorizedAt = submittedAt + 3 * HOUR;
  const pulledAt = authorizedAt + HOUR;
  const requestId = crmId(random);
  const application = createApplicationOf(random, {
    person,
    creditFile: showcaseFile(pulledAt),
    pulls: [{ requestId, pulledAt, format: 'mismo2', variant: 'mismo2-list-and-stack', hasSummary: true }],
    chooseStage: () => stageNamed('approved'),
    submittedAt,
    authorizedAt,
    latest: baseInstant - HOUR,
    requestedAmountCents: WANTED_CENTS,
  });
  return { person, application: { ...application, processor: operators[2], spellsNumber: false } };
}

const everywhere = fileBureaus;
const withoutEquifax: readonly Bureau[] = ['Experian', 'TransUnion'];

/** Ten accounts; three inquiries in six months, one late payment sixteen months ago. */
function showcaseFile(asOf: number): CreditFile {
  const account = accountsOf(asOf);
  const lateOnce = [{ month: monthNumber(asOf) - 16, days: 30 }];
  return {
    accounts: [
      account('NEWBARROW STUDENT LOANS', 'installment', {
        number: '730419926614',
        months: 174,
        owes: [28_000, 3_150, 290],
      }),
      account('ALDERBROOK CARD', 'revolving', { number: '4417120088341113', months: 137, owes: [18_000, 2_140, 64] }),
      account('DRESSWELL STORE CARD', 'revolving', {
        number: '4602255471039902',
        months: 112,
        owes: [3_000, 0, 0],
        closedMonths: 31,
      }),
      account('HOLLOWAY TRAVEL CARD', 'revolving', {
        number: '4833019260027745',
        months: 76,
        owes: [25_000, 4_610, 138],
      }),
      account('PEMBRICK HOME MORTGAGE', 'mortgage', {
        number: '790055124408',
        months: 63,
        owes: [342_000, 309_720, 2_155],
      }),
      account('GAVERNE CASH BACK CARD', 'revolving', {
        number: '4519887103346620',
        months: 49,
        owes: [12_000, 1_980, 59],
      }),
      account('MAPLEHURST AUTO LOANS', 'installment', {
        number: '718830045127',
        months: 38,
        owes: [31_500, 12_480, 541],
        late: lateOnce,
      }),
      account('BELLHAVEN BANKCARD', 'revolving', {
        number: '4270664019358851',
        months: 36,
        owes: [10_000, 640, 25],
        isAuthorizedUser: true,
      }),
      account('ELMRIDGE REWARDS', 'revolving', {
        number: '4391550720416638',
        months: 29,
        owes: [15_000, 3_120, 94],
        bureaus: withoutEquifax,
      }),
      account('ORCHARDGATE PERSONAL LOANS', 'installment', {
        number: '744102967308',
        months: 20,
        owes: [9_000, 5_870, 310],
      }),
    ],
    inquiries: [
      { creditor: 'KESTREL POINT CARD', at: asOf - 19 * DAY, bureaus: withoutEquifax },
      { creditor: 'IRONWICK BANKCARD', at: asOf - 74 * DAY, bureaus: ['TransUnion'] },
      { creditor: 'LOWFIELD AUTO FINANCE', at: asOf - 139 * DAY, bureaus: everywhere },
      { creditor: 'ORCHARDGATE PERSONAL LOANS', at: asOf - 612 * DAY, bureaus: ['Equifax'] },
    ],
    collections: [],
    publicRecords: [],
  };
}

type AccountFacts = {
  readonly number: string;
  readonly months: number;
  /** Limit or first amount, balance, monthly payment. */
  readonly owes: readonly [number, number, number];
  readonly closedMonths?: number;
  readonly isAuthorizedUser?: boolean;
  readonly late?: FileAccount['late'];
  readonly bureaus?: readonly Bureau[];
};

function accountsOf(asOf: number) {
  return (creditor: string, kind: AccountKind, facts: AccountFacts): FileAccount => {
    const [limit, balance, payment] = facts.owes;
    const { closedMonths, bureaus = everywhere } = facts;
    return {
      creditor,
      accountNumber: facts.number,
      kind,
      openedAt: dayInMonth(asOf, { monthsAgo: facts.months, day: 1 + (facts.months % 27) }),
      closedAt: closedMonths === undefined ? null : monthsBefore(asOf, closedMonths),
      limit,
      balance,
      balanceBefore: kind === 'revolving' ? Math.round(balance * 1.08) : balance + payment,
      payment,
      isAuthorizedUser: facts.isAuthorizedUser ?? false,
      isChargedOff: false,
      late: facts.late ?? [],
      reportedBy: bureaus.map((bureau, index) => ({ bureau, daysAgo: 4 + 3 * index + (facts.months % 5) })),
    };
  };
}
