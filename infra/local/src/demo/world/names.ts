import { faker as english } from '@faker-js/faker/locale/en';
import { faker as spanish } from '@faker-js/faker/locale/es_MX';
import type { Random } from '../random.ts';

/** Spanish names bring letters outside ASCII and second last names. */
const SPANISH_SHARE = 4;
const MAX_SEED = 0xffff_ffff;

/** @param index of the contact in its location: the first of four has a Spanish name */
export function fullName(random: Random, index: number): { firstName: string; lastName: string } {
  const faker = index % SPANISH_SHARE === 0 ? spanish : english;
  const firstName = seeded(faker, random).person.firstName();
  const lastName = seeded(faker, random).person.lastName();
  return { firstName, lastName };
}

export function streetName(random: Random): string {
  return seeded(english, random).location.street();
}

/** The same draw gives the same names: nothing is left of what faker gave before. */
function seeded(faker: typeof english, random: Random): typeof english {
  faker.seed(random.int(0, MAX_SEED));
  return faker;
}

export const trades = [
  'Auto Repair',
  'Bakery',
  'Barbershop',
  'Cleaning Services',
  'Coffee Roasters',
  'Construction',
  'Dental Studio',
  'Electric',
  'Fitness',
  'Food Truck',
  'HVAC',
  'Landscaping',
  'Logistics',
  'Plumbing',
  'Realty',
  'Roofing',
  'Salon',
  'Trucking',
  'Wellness',
  'Woodworks',
] as const satisfies readonly [string, ...string[]];

export const operators = [
  'Dana Whitlock',
  'Marcus Bell',
  'Priscilla Ong',
  'Theo Lindgren',
] as const satisfies readonly [string, ...string[]];

export const lenders = [
  'Cobalt Business Card',
  'Evergreen Term Lending',
  'Granite State Bank',
  'Juniper Merchant Advance',
  'Lakeside Credit Union',
  'Meridian Line of Credit',
  'Northgate Card Services',
  'Pinnacle Equipment Finance',
] as const satisfies readonly [string, ...string[]];

export const tags = ['card-stacking', 'hot-lead', 'mca', 'referral', 'returning', 'sba', 'term-loan', 'vip'] as const;
export const sources = ['Website form', 'Referral', 'Facebook lead', 'Phone call', 'Partner import'] as const;
