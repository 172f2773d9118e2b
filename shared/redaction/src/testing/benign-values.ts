import { spelled } from './json-spelling.ts';
import type { Random } from './seeded-random.ts';

/** A value that is no SSN and looks like one to a careless rule: it must come out byte for byte. */
export type Trap = { readonly name: string; readonly build: (random: Random) => Readonly<Record<string, unknown>> };

/** A day between 1900 and 2100. */
function day(random: Random): Date {
  return new Date(Date.UTC(1900 + random.int(200), random.int(12), 1 + random.int(28), random.int(24), random.int(60)));
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** Every field is one value. */
export const TRAPS: readonly Trap[] = [
  {
    name: 'ZIP+4',
    build: (random) => ({
      zipCode: `${random.digits(5)}-${random.digits(4)}`,
      '@_PostalCode': random.digits(9),
      text: `ZIP ${random.digits(5)}-${random.digits(4)}`,
    }),
  },
  {
    name: 'routing numbers',
    build: (random) => ({ routingNumber: random.digits(9), note: `routing ${random.digits(9)}` }),
  },
  {
    name: 'account numbers',
    build: (random) => ({
      accountNumber: random.digits(9 + random.int(9)),
      accountIdentifier: `${random.digits(9)}****`,
      text: `account ${random.digits(10 + random.int(8))}`,
    }),
  },
  {
    name: 'telephones',
    build: (random) => ({
      phone: `(${random.digits(3)}) ${random.digits(3)}-${random.digits(4)}`,
      fax: `${random.digits(3)}-${random.digits(3)}-${random.digits(4)}`,
      mobile: `+1 ${random.digits(3)} ${random.digits(3)} ${random.digits(4)}`,
      number: random.digits(10),
    }),
  },
  {
    name: 'employer ids',
    build: (random) => ({
      ein: `${random.digits(2)}-${random.digits(7)}`,
      employerTaxId: random.digits(9),
      note: `EIN ${random.digits(2)}-${random.digits(7)}`,
    }),
  },
  {
    name: 'employer ids by label',
    build: (random) => ({
      TaxpayerIdentifierType: 'EmployerIdentificationNumber',
      TaxpayerIdentifierValue: random.digits(9),
    }),
  },
  { name: 'employer ids of a business', build: (random) => ({ businessName: 'SAMPLE CO', taxId: random.digits(9) }) },
  {
    name: "driver's licences",
    build: (random) => ({ typeCode: 'DL', identificationNumber: random.digits(9) }),
  },
  {
    name: 'amounts',
    build: (random) => ({
      amount: random.int(1_000_000_000),
      balance: random.int(100_000_000) / 100,
      text: `$${(random.int(1_000_000_000) / 100).toFixed(2)}`,
      limit: pad(random.int(100_000), 9),
      total: `${1 + random.int(999)},${random.digits(3)},${random.digits(3)}.${random.digits(2)}`,
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
        seconds: 1_000_000_000 + random.int(900_000_000),
      };
    },
  },
  {
    name: 'payment patterns',
    build: (random) => ({
      paymentPattern: Array.from({ length: 12 + random.int(72) }, () => random.pick([...'C01234567X'])).join(''),
      paymentHistory: random.pick(['000000111222333444CCC', '111111111X11111111', 'CCCCCCCCCCCCCCC1CCCC']),
    }),
  },
  {
    name: 'cards',
    build: (random) => ({
      card: Array.from({ length: 4 }, () => random.digits(4)).join('-'),
      masked: `XXXX-XXXX-XXXX-${random.digits(4)}`,
      cardLast4: random.digits(4),
    }),
  },
  {
    name: 'identifiers of machines',
    build: (random) => {
      const hex = (length: number): string => Array.from({ length }, () => random.int(16).toString(16)).join('');
      return {
        uuid: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
        ip: Array.from({ length: 4 }, () => random.int(256)).join('.'),
        version: `${random.int(100)}.${random.int(100)}.${random.int(10_000)}.${random.int(10)}`,
        digest: hex(40),
      };
    },
  },
  {
    name: 'names about SSNs',
    build: (random) => ({
      ssnMatchIndicator: random.pick(['Y', 'N', 'exact']),
      ssnIndicators: random.pick(['YYYYNYYYY', '111101111']),
      socialMatchFlags: 'YYYYYYYYY',
      ssnFirstPossibleIssuanceYear: 1936 + random.int(80),
      socialCount: random.int(9),
      socialDate: pad(random.int(12) + 1, 2) + random.digits(2) + String(1950 + random.int(50)),
      fraudSocialNumAlertCode: random.digits(2),
    }),
  },
  {
    name: 'masks',
    build: (random) => ({
      ssn: random.pick(['XXXXXXXXX', 'N/A', '', 'XXX-XX-XXXX', '***-**-****']),
      SSN: random.pick([null, true, false]),
    }),
  },
  {
    name: 'scores and counts',
    build: (random) => ({
      score: random.pick(['+715', '0715', 715]),
      inquiries: pad(random.int(100), 2),
      scores: `${300 + random.int(550)}, ${300 + random.int(550)}, ${300 + random.int(550)}`,
      reasons: [pad(random.int(100), 5), pad(random.int(100), 5)],
    }),
  },
  {
    name: 'other groups',
    build: (random) => ({
      order: `order ${random.digits(4)}-${random.digits(2)}-${random.digits(4)}`,
      invoice: `invoice ${random.digits(3)}-${random.digits(4)}-${random.digits(2)}`,
      reference: `ref ${random.digits(3)}-${random.digits(2)}-${random.digits(5)}`,
      ticket: `ticket ${random.digits(9)}`,
    }),
  },
  {
    name: 'text',
    build: (random) => ({
      address: `${1 + random.int(9999)} Elm St Apt ${random.int(99)}, TX ${random.digits(5)}`,
      note: random.pick(['SSN Matches', 'SSN verified', 'no digits at all', 'Zoë — “quoted” 🙂', '日本語']),
      remark: `opened ${pad(1 + random.int(12), 2)}/${1990 + random.int(30)}, limit ${random.int(20_000)}`,
    }),
  },
  {
    name: 'number spellings',
    build: (random) => ({
      price: spelled(`${random.int(1000)}.10`),
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
      url: `https://x.test/?d=2020-01-15&n=${random.int(1_000_000)}&s=%2F`,
      image: Buffer.from(Array.from({ length: 24 }, () => random.int(256))).toString('base64'),
    }),
  },
];
