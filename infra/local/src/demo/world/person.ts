import { DAY, dayInMonth, HOUR } from '../dates.ts';
import { crmId } from '../ids.ts';
import { neverIssuedSsn, ssnWritings } from '../never-issued-ssn.ts';
import type { Random } from '../random.ts';
import type { DemoLocationProfile } from './agencies.ts';
import { ACCOUNT_REFERENCE_FIELD } from './custom-fields.ts';
import { firstNames, lastNames, operators, sources, streets, type Trade, tags, trades } from './names.ts';

/** A contact of the demo with everything that is known upstream. Instants are epoch milliseconds. */
export type DemoPerson = {
  readonly contactId: string;
  readonly locationId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string | null;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly birthDate: number;
  /** Nine digits; never issued. */
  readonly ssn: string;
  /** As it stands in the CRM's own field for it; null: the field is empty. */
  readonly crmSsn: string | null;
  /** As the person states it. */
  readonly business: { readonly trade: Trade; readonly monthlyRevenueCents: number; readonly years: number };
  readonly customFields: readonly { readonly id: string; readonly valueJson: string }[];
  readonly tags: readonly string[];
  readonly source: string;
  readonly assignedTo: string | null;
  readonly dnd: boolean | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
};

/** Contacts that came in one import share their instant of creation, so that lists have ties to sort. */
const IMPORTED_DAYS_AGO = 90;
const OLDEST_DAYS = 400;
const AGES = { from: 24, to: 68 } as const;
/** A business is not older than its owner as a grown-up. */
const OWNER_FROM_AGE = 20;
/** Of contacts in whose fields an operator left the number. */
const WRITTEN_NUMBER = { crm: 0.06, notes: 0.02, legacyId: 0.01 } as const;

/** @param index of the contact in its location */
export function createPerson(
  random: Random,
  options: { location: DemoLocationProfile; index: number; baseInstant: number; ssn: string },
): DemoPerson {
  const { location, index, baseInstant, ssn } = options;
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const imported = index % 23 === 7;
  // Squared: more of them are recent, as in a business that grows.
  const age = imported ? IMPORTED_DAYS_AGO * DAY : Math.round((3 + (OLDEST_DAYS - 3) * random.next() ** 2) * DAY);
  const createdAt = baseInstant - age;
  const years = random.int(AGES.from, AGES.to);
  const business = {
    trade: random.pick(trades),
    monthlyRevenueCents: random.int(9, 140) * random.int(600, 1_400) * 100 + random.int(0, 9) * 10,
    years: Math.min(random.int(1, 18), years - OWNER_FROM_AGE),
  };
  const updatedAt = random.chance(0.3) ? createdAt + Math.floor(random.next() * (age - DAY)) : createdAt;
  return {
    contactId: crmId(random),
    locationId: location.locationId,
    firstName,
    lastName,
    companyName: random.chance(0.85) ? `${lastName} ${business.trade}` : null,
    email: `${mailboxOf(firstName)}.${mailboxOf(lastName)}.${index + 1}@example.com`,
    // 555-0100 to 555-0199 are reserved for fiction.
    phone: `+1${location.areaCode}55501${String(random.int(0, 99)).padStart(2, '0')}`,
    address1: `${random.int(100, 9_899)} ${random.pick(streets)}`,
    city: location.city,
    state: location.state,
    postalCode: random.chance(0.3) ? `${location.zip}-${random.int(1_000, 9_999)}` : location.zip,
    birthDate: dayInMonth(baseInstant, { monthsAgo: 12 * years + random.int(0, 11), day: random.int(1, 28) }),
    ssn,
    crmSsn: random.chance(WRITTEN_NUMBER.crm) ? writtenByHand(random, ssn) : null,
    business,
    customFields: customFieldsOf(random, { ssn, business }),
    tags: tags.filter(() => random.chance(0.2)),
    source: imported ? 'Partner import' : random.pick(sources),
    assignedTo: random.chance(0.8) ? random.pick(operators) : null,
    dnd: random.chance(0.05) ? true : random.chance(0.5) ? false : null,
    createdAt,
    updatedAt,
    deletedAt: index % 97 === 5 ? Math.min(updatedAt + DAY, baseInstant - HOUR) : null,
  };
}

/** A number that no other person of this run has. */
export function unusedSsn(random: Random, used: Set<string>): string {
  for (;;) {
    const ssn = neverIssuedSsn(random);
    if (used.has(ssn)) continue;
    used.add(ssn);
    return ssn;
  }
}

/** The fields of the CRM that a business fills. */
export function customFieldsOf(
  random: Random,
  { ssn, business }: Pick<DemoPerson, 'ssn' | 'business'>,
): DemoPerson['customFields'] {
  const text = (id: string, value: unknown) => ({ id, valueJson: JSON.stringify(value) });
  const fields = [
    // Spelled with its trailing zero: a number that JSON.parse would rewrite.
    { id: 'cf-monthly-revenue', valueJson: (business.monthlyRevenueCents / 100).toFixed(2) },
    text('cf-time-in-business', business.years === 1 ? '1 year' : `${business.years} years`),
    text(
      'cf-industries',
      trades.filter((trade) => trade === business.trade || random.chance(0.03)),
    ),
  ];
  if (random.chance(0.4))
    fields.push(text('cf-employer-id', `${random.int(10, 98)}-${random.int(1_000_000, 9_999_999)}`));
  if (random.chance(0.2)) fields.push(text(ACCOUNT_REFERENCE_FIELD, String(random.int(100_000_000, 899_999_999))));
  if (random.chance(WRITTEN_NUMBER.notes))
    fields.push(text('cf-intake-notes', `Client read SSN ${writtenByHand(random, ssn)} over the phone.`));
  if (random.chance(WRITTEN_NUMBER.legacyId)) fields.push(text('cf-legacy-id', ssn));
  return fields;
}

function writtenByHand(random: Random, ssn: string): string {
  return random.pick([ssnWritings.dashes, ssnWritings.spaces, ssnWritings.dots, ssnWritings.plain])(ssn);
}

function mailboxOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
}
