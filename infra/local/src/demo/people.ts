import { faker as english } from '@faker-js/faker/locale/en';
import { faker as spanish } from '@faker-js/faker/locale/es_MX';
import { type CreditHabitName, creditHabits } from '@fundlens/testing/credit-files';
import { DAY, HOUR } from './instants.ts';
import { ACCOUNT_REFERENCE_FIELD, customFields, type DemoPlace } from './places.ts';
import type { Random } from './random.ts';
import { neverIssuedSsn, writtenSsn } from './ssns.ts';

/** A contact of the demo with everything that is known upstream. Instants are epoch milliseconds. */
export type DemoPerson = ReturnType<typeof createPerson>;

/** As the person states it. */
type Business = { readonly trade: string; readonly monthlyRevenueCents: number; readonly years: number };

/** Contacts that came in one import share their instant of creation, so that lists have ties to sort. */
const IMPORTED_DAYS_AGO = 90;
const OLDEST_DAYS = 400;
const DAYS_PER_YEAR = 365.25;
/** Grown up before the oldest account of any habit was opened; a business is as many years younger than its owner. */
const AGES = { from: 33, to: 68, ofOwners: 20 } as const;
/** In percent. */
const HABIT_SHARES: Readonly<Record<CreditHabitName, number>> = {
  seasoned: 30,
  growing: 27,
  indebted: 18,
  delinquent: 10,
  stretched: 6,
  searching: 5,
  newcomer: 4,
};
const habits = (Object.keys(creditHabits) as CreditHabitName[]).flatMap((name) =>
  Array.from({ length: HABIT_SHARES[name] }, () => name),
);

/** Drawn once: to seed faker for each contact takes long. Spanish names bring letters outside ASCII and second last names. */
const firstNames = drawn(({ person }) => person.firstName());
const lastNames = drawn(({ person }) => person.lastName());
const streets = drawn(({ location }) => location.street());
const trades = (
  'Auto Repair, Bakery, Barbershop, Cleaning Services, Coffee Roasters, Construction, Dental Studio, Electric, ' +
  'Fitness, Food Truck, HVAC, Landscaping, Logistics, Plumbing, Roofing, Salon, Trucking'
).split(', ');
export const operators = ['Dana Whitlock', 'Marcus Bell', 'Priscilla Ong', 'Theo Lindgren'] as const;
const tags = ['card-stacking', 'hot-lead', 'mca', 'referral', 'returning', 'sba', 'term-loan', 'vip'];
const sources = ['Website form', 'Referral', 'Facebook lead', 'Phone call'];

function drawn(draw: (faker: typeof english) => string): string[] {
  return [english, english, english, spanish].flatMap((faker, index) => {
    faker.seed(index);
    // The Spanish list has some names of which a part was lost.
    const isWhole = (name: string) => /^[\p{Lu}\d]/u.test(name) && !/ \p{Ll}*$/u.test(name);
    return faker.helpers.multiple(() => draw(faker), { count: 50 }).filter(isWhole);
  });
}

/** @param options.index of the contact in its location */
export function createPerson(random: Random, options: { place: DemoPlace; index: number; baseInstant: number }) {
  const { place, index, baseInstant } = options;
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const isImported = index % 23 === 7;
  // Squared: more of them are recent, as in a business that grows.
  const daysAgo = isImported ? IMPORTED_DAYS_AGO : 3 + (OLDEST_DAYS - 3) * random.next() ** 2;
  const createdAt = baseInstant - Math.round(daysAgo * DAY);
  const updatedAt = random.chance(0.3) ? createdAt + Math.floor(random.next() * (daysAgo - 1) * DAY) : createdAt;
  const age = random.int(AGES.from, AGES.to);
  const ssn = neverIssuedSsn(random);
  const written = random.chance(0.06) ? writtenSsn(ssn, random.pick(['-', ' ', '.', ''])) : null;
  const business: Business = {
    trade: random.pick(trades),
    monthlyRevenueCents: random.int(1_500_000, 14_000_000),
    years: Math.min(random.int(1, 18), age - AGES.ofOwners),
  };
  return {
    contactId: random.crmId(),
    locationId: place.locationId,
    firstName,
    lastName,
    companyName: `${lastName} ${business.trade}`,
    email: `${mailboxOf(firstName)}.${mailboxOf(lastName)}.${index + 1}@example.com`,
    // 555-0100 to 555-0199 are reserved for fiction.
    phone: `+1${place.areaCode}55501${String(random.int(0, 99)).padStart(2, '0')}`,
    address1: `${random.int(100, 9_899)} ${random.pick(streets)}`,
    city: place.city,
    state: place.state,
    postalCode: random.chance(0.3) ? `${place.zip}-${random.int(1_000, 9_999)}` : place.zip,
    birthDate: baseInstant - Math.round((age + random.next()) * DAYS_PER_YEAR) * DAY,
    ssn,
    /** As an operator wrote it into the CRM's own field for it and into texts. */
    writtenSsn: written,
    business,
    habit: random.pick(habits),
    customFields: customFieldsOf(random, { business, written }),
    tags: tags.filter(() => random.chance(0.2)),
    source: isImported ? 'Partner import' : random.pick(sources),
    assignedTo: random.chance(0.8) ? random.pick(operators) : null,
    dnd: random.chance(0.05) ? true : random.chance(0.5) ? false : null,
    createdAt,
    updatedAt,
    deletedAt: index % 97 === 5 ? Math.min(updatedAt + DAY, baseInstant - HOUR) : null,
  };
}

/** The fields of the CRM that a business fills. */
export function customFieldsOf(random: Random, { business, written }: { business: Business; written: string | null }) {
  const { trade, years, monthlyRevenueCents } = business;
  const values: Readonly<Record<string, unknown>> = {
    'cf-time-in-business': years === 1 ? '1 year' : `${years} years`,
    'cf-industries': trades.filter((each) => each === trade || random.chance(0.03)),
    ...(random.chance(0.4) && { 'cf-employer-id': `${random.int(10, 98)}-${random.int(1_000_000, 9_999_999)}` }),
    ...(random.chance(0.2) && { [ACCOUNT_REFERENCE_FIELD]: String(random.int(100_000_000, 899_999_999)) }),
    ...(written !== null && { 'cf-intake-notes': `Client read SSN ${written} over the phone.` }),
    ...(written !== null && random.chance(0.3) && { 'cf-legacy-id': written.replaceAll(/\D/g, '') }),
  };
  return customFields.flatMap(({ fieldId: id, name }) => {
    // Spelled with its trailing zeros: a number that JSON.parse would rewrite.
    if (id === 'cf-monthly-revenue') return [{ id, name, valueJson: (monthlyRevenueCents / 100).toFixed(2) }];
    return values[id] === undefined ? [] : [{ id, name, valueJson: JSON.stringify(values[id]) }];
  });
}

function mailboxOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
}

/** A contact after an operator's edit. The same person otherwise. */
export function editedPerson(random: Random, person: DemoPerson): DemoPerson {
  const tag = random.pick(tags);
  const isTagged = person.tags.includes(tag);
  return { ...person, tags: isTagged ? person.tags.filter((other) => other !== tag) : [...person.tags, tag] };
}
