import { spelled } from './json-spelling.ts';
import type { Random } from '@fundlens/runtime/testing/random';

/** A value that is no SSN and looks like one to a careless rule: it must come out byte for byte. */
export type Trap = { readonly name: string; readonly build: (random: Random) => Readonly<Record<string, unknown>> };

/** A day between 1900 and 2100. */
function day(random: Random): Date {
  return new Date(
    Date.UTC(1900 + random.below(200), random.below(12), 1 + random.below(28), random.below(24), random.below(60)),
  );
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');
const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.below(16).toString(16)).join('');

/** In texts, a number sign is any digit; lists hold alternatives. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'ZIP+4': { zipCode: '#####-####', '@_PostalCode': '#########', text: 'ZIP #####-####' },
  'routing numbers': { routingNumber: '#########', note: 'routing #########' },
  'account numbers': {
    accountNumber: ['#########', '############', '################'],
    accountIdentifier: '#########****',
    text: ['account ##########', 'account ##############'],
  },
  telephones: { phone: '(###) ###-####', fax: '###-###-####', mobile: '+1 ### ### ####', number: '##########' },
  'employer ids': { ein: '##-#######', employerTaxId: '#########', note: 'EIN ##-#######' },
  'employer ids by label': {
    TaxpayerIdentifierType: 'EmployerIdentificationNumber',
    TaxpayerIdentifierValue: '#########',
  },
  'employer ids of a business': { businessName: 'SAMPLE CO', taxId: '#########' },
  "driver's licences": { typeCode: 'DL', identificationNumber: '#########' },
  cards: { card: '####-####-####-####', masked: 'XXXX-XXXX-XXXX-####', cardLast4: '####' },
  'names about SSNs': {
    ssnMatchIndicator: ['Y', 'N', 'exact'],
    ssnIndicators: ['YYYYNYYYY', '111101111'],
    socialMatchFlags: 'YYYYYYYYY',
    socialDate: ['01##1984', '12##2004'],
    fraudSocialNumAlertCode: '##',
    ssnFirstPossibleIssuanceYear: [1936, 1985, 2015],
    socialCount: [0, 3, 8],
  },
  masks: { ssn: ['XXXXXXXXX', 'N/A', '', 'XXX-XX-XXXX', '***-**-****'], SSN: [null, true, false] },
  'other groups': {
    order: 'order ####-##-####',
    invoice: 'invoice ###-####-##',
    reference: 'ref ###-##-#####',
    ticket: 'ticket #########',
  },
  text: {
    address: '1### Elm St Apt ##, TX #####',
    note: ['SSN Matches', 'SSN verified', 'no digits at all', 'Zoë — “quoted” 🙂', '日本語'],
    remark: 'opened 12/1998, limit 1####',
  },
};

function filled(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return filled(random.pick(value), random);
  return typeof value === 'string' ? value.replace(/#/g, () => random.digits(1)) : value;
}

/** Every field is one value. */
export const TRAPS: readonly Trap[] = [
  ...Object.entries(WRITTEN).map(([name, fields]) => ({
    name,
    build: (random: Random) =>
      Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, filled(value, random)])),
  })),
  {
    name: 'amounts',
    build: (random) => ({
      amount: random.below(1_000_000_000),
      balance: random.below(100_000_000) / 100,
      text: `$${(random.below(1_000_000_000) / 100).toFixed(2)}`,
      limit: pad(random.below(100_000), 9),
      total: `${1 + random.below(999)},${random.digits(3)},${random.digits(3)}.${random.digits(2)}`,
    }),
  },
  {
    name: 'dates',
    build: (random) => {
      const iso = day(random).toISOString();
      const [year = '', month = '', date = ''] = iso.slice(0, 10).split('-');
      return {
        iso,
        compact: `${year}${month}${date}`,
        us: `${month}/${date}/${year}`,
        bureau: `${month}${date}${year}`,
        german: `${date}.${month}.${year}`,
        instant: Date.parse(iso),
        seconds: 1_000_000_000 + random.below(900_000_000),
      };
    },
  },
  {
    name: 'payment patterns',
    build: (random) => ({
      paymentPattern: Array.from({ length: 12 + random.below(72) }, () => random.pick([...'C01234567X'])).join(''),
      paymentHistory: random.pick(['000000111222333444CCC', '111111111X11111111', 'CCCCCCCCCCCCCCC1CCCC']),
    }),
  },
  {
    name: 'identifiers of machines',
    build: (random) => ({
      uuid: `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
      ip: Array.from({ length: 4 }, () => random.below(256)).join('.'),
      version: `${random.below(100)}.${random.below(100)}.${random.below(10_000)}.${random.below(10)}`,
      digest: hex(random, 40),
    }),
  },
  {
    name: 'scores and counts',
    build: (random) => ({
      score: random.pick(['+715', '0715', 715]),
      inquiries: pad(random.below(100), 2),
      scores: `${300 + random.below(550)}, ${300 + random.below(550)}, ${300 + random.below(550)}`,
      reasons: [pad(random.below(100), 5), pad(random.below(100), 5)],
    }),
  },
  {
    name: 'number spellings',
    build: (random) => ({
      price: spelled(`${random.below(1000)}.10`),
      huge: spelled('1E400'),
      long: spelled(`1${random.digits(19)}`),
      tiny: spelled('1.0e-7'),
      zero: spelled('-0'),
    }),
  },
  {
    name: 'nested texts',
    build: (random) => ({
      json: JSON.stringify({ zip: random.digits(9), phone: random.digits(10) }),
      xml: `<a zip="${random.digits(5)}-${random.digits(4)}">${random.digits(10)}</a>`,
      url: `https://x.test/?d=2020-01-15&n=${random.below(1_000_000)}&s=%2F`,
      image: Buffer.from(Array.from({ length: 24 }, () => random.below(256))).toString('base64'),
    }),
  },
];
