import type { Random } from '@fundlens/runtime/testing/random';

/**
 * Texts that are too long to be read as a whole, with another text in the middle. What stands around it is varied, has no
 * number that a rule would replace, and says nothing of the text in the middle.
 */
type LongText = { readonly layout: string; readonly text: string };

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
};

const two = (value: number): string => String(value).padStart(2, '0');
const day = (random: Random): string => {
  const [year, month, date] = [1990 + random.below(35), two(1 + random.below(12)), two(1 + random.below(28))];
  return random.pick([`${year}-${month}-${date}`, `${month}/${date}/${year}`]);
};
const amount = (random: Random): string => `$${1 + random.below(900)},${random.digits(3)}.${random.digits(2)}`;
const telephone = (random: Random): string => {
  const [area, exchange, line] = [2 + random.below(8) + random.digits(2), random.digits(3), random.digits(4)];
  return random.pick([`(${area}) ${exchange}-${line}`, `${area}-${exchange}-${line}`]);
};
const creditor = (random: Random): string =>
  random.pick(['First Bank of Sample', 'Auto Finance Co', 'Home Mortgage Corp']);

const SENTENCES: readonly ((random: Random) => string)[] = [
  (random) => `If you disagree with the balance of ${amount(random)}, call ${telephone(random)} before ${day(random)}.`,
  (random) => `${creditor(random)} reported on ${day(random)} that the loan was paid as agreed.`,
  (random) =>
    `The annual percentage rate is ${random.below(29)}.${random.digits(2)}% on amounts over ${amount(random)}.`,
  (random) => `Write to ${creditor(random)}, ${1 + random.below(9999)} Elm St, Sampletown, TX ${random.digits(5)}.`,
  (random) => `Account ${random.digits(9 + random.below(4))} was opened on ${day(random)} by Zoë Probe.`,
  () => 'This notice is given under the Fair Credit Reporting Act; we do not share — except as the law permits.',
];
const sentence = (random: Random): string => random.pick(SENTENCES)(random);

const markup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const rows = (random: Random): string =>
  `<tr><td>${creditor(random)} &amp; Co</td><td>${random.digits(6)}XXXX</td><td>${day(random)}</td><td class="num">${amount(random)}</td></tr>`.repeat(
    2 + random.below(6),
  );
const TABLE_HEAD = '<tr><th>Creditor</th><th>Account</th><th>Date</th><th>Amount</th></tr>';
const logLine = (random: Random, message: string): string =>
  `${JSON.stringify({ time: day(random), status: 200 + random.below(300), durationMs: random.below(10_000) / 100, msg: message })}\n`;

const LAYOUTS: readonly Layout[] = [
  {
    name: 'disclosure',
    piece: (random) => `${sentence(random)}${random.pick([' ', '\n', '\n\n'])}`,
    middle: (text, random) => random.pick([`It was noted: ${text} and nothing else.\n`, `\n${text}\n`]),
  },
  {
    name: 'page',
    piece: (random) =>
      random.chance(0.4)
        ? `<p class="text">${sentence(random)}</p>\n`
        : `<h3>Loans &amp; cards</h3><table class="grid" width="100%">${TABLE_HEAD}${rows(random)}</table>\n`,
    middle: (text, random) =>
      random.pick([`<p>${text}</p>\n`, `<table><tr><td class="label">Remark</td><td>${text}</td></tr></table>\n`]),
  },
  {
    name: 'XML',
    piece: (random) =>
      random.chance(0.3)
        ? `<_TEXT>${markup(sentence(random))}</_TEXT>\n`
        : `<CREDIT_LIABILITY _AccountIdentifier="${random.digits(6)}XXXX" _AccountOpenedDate="${day(random)}"><_CREDITOR _Name="${creditor(random)}" _PostalCode="${random.digits(5)}-${random.digits(4)}"/></CREDIT_LIABILITY>\n`,
    middle: (text) => `<REMARK _Text="${markup(text)}"/>\n`,
  },
  {
    name: 'log',
    piece: (random) => logLine(random, sentence(random)),
    middle: (text, random) => logLine(random, text),
  },
];

/** Whether the next cell is to stand in a long text. */
export function isLong(random: Random): boolean {
  return random.chance(LONG_SHARE);
}

/** Puts a text into the middle of a long one. */
export function inLongText(text: string, random: Random): LongText {
  const { name, piece, middle } = random.pick(LAYOUTS);
  const filler = (): string => {
    const length = LEAST_FILLER + Math.min(random.below(FILLER_SPREAD), random.below(FILLER_SPREAD));
    let filled = '';
    while (filled.length < length) filled += piece(random);
    return filled;
  };
  return { layout: name, text: filler() + middle(text, random) + filler() };
}
