import type { Random } from './seeded-random.ts';

/**
 * Texts that are too long to be read as a whole, with another text in the middle. What stands around it is varied, has no
 * number that a rule would replace, and says nothing of the text in the middle.
 */
export type LongText = { readonly layout: string; readonly text: string };

/** Of a document's cells: a long one takes as long as a hundred others, and a run is to take half as long again at most. */
const LONG_SHARE = 1 / 150;
/** Characters on each side: further than a rule reads on. */
const LEAST_FILLER = 3 * 1024;
const FILLER_SPREAD = 3 * 1024;

type Layout = {
  readonly name: string;
  readonly piece: (random: Random) => string;
  /** How the text in the middle is written here. */
  readonly middle: (text: string, random: Random) => string;
  readonly start: string;
  readonly end: string;
};

const NAMES = ['TESTA SAMPLE', 'Ann Example', 'J. Muster', 'Zoë Probe', "Pat O'Test"] as const;
const CREDITORS = ['First Bank of Sample', 'Department Store', 'Auto Finance Co', 'Home Mortgage Corp'] as const;
const STREETS = ['Elm St', 'Oak Avenue', 'County Road', 'Main St Apt'] as const;
const STATES = ['open', 'closed', 'paid as agreed', 'transferred', 'in dispute'] as const;

const two = (value: number): string => String(value).padStart(2, '0');
const isoDay = (random: Random): string =>
  `${1990 + random.int(35)}-${two(1 + random.int(12))}-${two(1 + random.int(28))}`;
const usDay = (random: Random): string =>
  `${two(1 + random.int(12))}/${two(1 + random.int(28))}/${1990 + random.int(35)}`;
const amount = (random: Random): string => {
  const thousands = random.int(900);
  return `$${thousands === 0 ? '' : `${thousands},`}${random.digits(3)}.${random.digits(2)}`;
};
const telephone = (random: Random): string => {
  const [area, exchange, line] = [2 + random.int(8) + random.digits(2), random.digits(3), random.digits(4)];
  return random.pick([
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `+1 ${area} ${exchange} ${line}`,
  ]);
};
const address = (random: Random): string =>
  `${1 + random.int(9999)} ${random.pick(STREETS)}, Sampletown, TX ${random.digits(5)}`;

const SENTENCES: readonly ((random: Random) => string)[] = [
  (random) =>
    `You have the right to a free copy of your report within ${30 + random.int(60)} days of ${usDay(random)}.`,
  (random) =>
    `If you disagree with the balance of ${amount(random)}, call ${telephone(random)} before ${usDay(random)}.`,
  (random) => `${random.pick(CREDITORS)} reported on ${isoDay(random)} that the loan was ${random.pick(STATES)}.`,
  (random) => `The annual percentage rate is ${random.int(29)}.${random.digits(2)}% on amounts over ${amount(random)}.`,
  (random) => `Write to ${random.pick(CREDITORS)}, ${address(random)}, or call ${telephone(random)}.`,
  (random) => `Payments of ${amount(random)} are due on the ${1 + random.int(28)}th of each month; late fees apply.`,
  (random) => `Account ${random.digits(9 + random.int(4))} was opened on ${usDay(random)} by ${random.pick(NAMES)}.`,
  () => 'This notice is given under the Fair Credit Reporting Act; your state may give you more rights.',
  () => 'We do not share what you tell us — except as the law permits — with anyone outside our group.',
];

/** Rows of a table. */
const TABLES: readonly ((random: Random) => string)[] = [
  (random) =>
    `<tr><td>${random.pick(CREDITORS)} &amp; Co</td><td>${random.digits(6)}XXXX</td><td>${usDay(random)}</td><td class="num">${amount(random)}</td></tr>`,
  (random) =>
    `<tr class="row odd"><td>${random.pick(STATES)}&nbsp;</td><td>${isoDay(random)}</td><td>${telephone(random)}</td><td><b>${random.int(850)}</b></td></tr>`,
];
const TABLE_HEAD = '<tr><th>Creditor</th><th>Account</th><th>Date</th><th>Amount</th></tr>';
const pagePiece = (random: Random): string => {
  if (random.chance(0.4)) return `<p class="text">${random.pick(SENTENCES)(random).replaceAll("'", '&apos;')}</p>\n`;
  const row = random.pick(TABLES);
  const rows = Array.from({ length: 2 + random.int(6) }, () => row(random));
  return `<h3>${random.pick(['Loans &amp; cards', 'Inquiries', 'Contacts'])}</h3><table class="grid" width="100%">${TABLE_HEAD}${rows.join('')}</table>\n`;
};

const markup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const ELEMENTS: readonly ((random: Random) => string)[] = [
  (random) =>
    `<CREDIT_LIABILITY CreditLiabilityID="L${random.digits(4)}" _AccountIdentifier="${random.digits(6)}XXXX" _AccountOpenedDate="${isoDay(random)}" _UnpaidBalanceAmount="${random.int(90_000)}"><_CREDITOR _Name="${random.pick(CREDITORS)}" _PostalCode="${random.digits(5)}-${random.digits(4)}"/></CREDIT_LIABILITY>\n`,
  (random) =>
    `<inquiry><date>${isoDay(random)}</date><name>${random.pick(CREDITORS)} &amp; Co</name><phone>${telephone(random)}</phone></inquiry>\n`,
  (random) => `<_TEXT>${markup(random.pick(SENTENCES)(random))}</_TEXT>\n`,
];

const logLine = (random: Random, message: string): string =>
  `${JSON.stringify({
    level: random.pick(['info', 'warn', 'debug']),
    time: `${isoDay(random)}T${two(random.int(24))}:${two(random.int(60))}:${two(random.int(60))}.${random.digits(3)}Z`,
    service: random.pick(['query', 'ingest', 'projector']),
    status: 200 + random.int(300),
    durationMs: random.int(10_000) / 100,
    msg: message,
  })}\n`;

const LAYOUTS: readonly Layout[] = [
  {
    name: 'disclosure',
    piece: (random) => `${random.pick(SENTENCES)(random)}${random.pick([' ', ' ', '\n', '\n\n'])}`,
    middle: (text, random) =>
      random.pick([`It was noted: ${text} and nothing else.\n`, `\n${text}\n`, `The clerk wrote "${text}" here. `]),
    start: 'NOTICE TO THE CONSUMER\n\n',
    end: 'Keep this notice.',
  },
  {
    name: 'page',
    piece: pagePiece,
    middle: (text, random) =>
      random.pick([
        `<p>${text}</p>\n`,
        `<div class="remark">${text}</div>\n`,
        `<table><tr><td class="label">Remark</td><td>${text}</td></tr></table>\n`,
      ]),
    start: '<html><head><title>Report</title></head><body class="page">\n',
    end: '</body></html>',
  },
  {
    name: 'XML',
    piece: (random) => random.pick(ELEMENTS)(random),
    middle: (text, random) =>
      random.chance(0.5) ? `<REMARK>${markup(text)}</REMARK>\n` : `<REMARK _Text="${markup(text)}"/>\n`,
    start: '<?xml version="1.0" encoding="UTF-8"?>\n<CREDIT_RESPONSE MISMOVersionID="2.4">\n',
    end: '</CREDIT_RESPONSE>',
  },
  {
    name: 'log',
    piece: (random) => logLine(random, random.pick(SENTENCES)(random)),
    middle: (text, random) => logLine(random, text),
    start: '',
    end: '',
  },
];

/** Whether the next cell is to stand in a long text. */
export function isLong(random: Random): boolean {
  return random.chance(LONG_SHARE);
}

/** Puts a text into the middle of a long one. */
export function inLongText(text: string, random: Random): LongText {
  const { name, piece, middle, start, end } = random.pick(LAYOUTS);
  const filler = (): string => {
    const length = LEAST_FILLER + Math.min(random.int(FILLER_SPREAD), random.int(FILLER_SPREAD));
    let filled = '';
    while (filled.length < length) filled += piece(random);
    return filled;
  };
  return { layout: name, text: start + filler() + middle(text, random) + filler() + end };
}
