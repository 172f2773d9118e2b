import { faker as english } from '@faker-js/faker/locale/en';
import { faker as spanish } from '@faker-js/faker/locale/es_MX';

type Draw = (faker: typeof english) => string;

const firstName: Draw = ({ person }) => person.firstName();
const lastName: Draw = ({ person }) => person.lastName();

/** Spanish names bring letters outside ASCII and second last names. */
export const firstNames = [...drawn(150, english, firstName), ...drawn(50, spanish, firstName)] as const;
export const lastNames = [...drawn(150, english, lastName), ...drawn(50, spanish, lastName)] as const;
export const streets = drawn(100, english, ({ location }) => location.street());

/** The same list at every start. To pick from it is cheap; to seed faker for each contact takes 40 µs. */
function drawn(count: number, faker: typeof english, draw: Draw): [string, ...string[]] {
  faker.seed(1);
  const drawWhole = () => {
    for (;;) {
      const name = draw(faker);
      if (isWhole(name)) return name;
    }
  };
  return [drawWhole(), ...faker.helpers.multiple(drawWhole, { count: count - 1 })];
}

/** The Spanish list has some names of which a part was lost. */
function isWhole(name: string): boolean {
  return name.split(' ').every((word) => /^(?:de|del|la|las|los)$|^[\p{Lu}\d]/u.test(word));
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

export type Trade = (typeof trades)[number];

export const operators = [
  'Dana Whitlock',
  'Marcus Bell',
  'Priscilla Ong',
  'Theo Lindgren',
] as const satisfies readonly [string, ...string[]];

export const tags = ['card-stacking', 'hot-lead', 'mca', 'referral', 'returning', 'sba', 'term-loan', 'vip'] as const;
export const sources = ['Website form', 'Referral', 'Facebook lead', 'Phone call', 'Partner import'] as const;
