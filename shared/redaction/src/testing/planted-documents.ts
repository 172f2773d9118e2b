import { TABLE_TRAPS } from './benign-tables.ts';
import { TRAPS, type Trap } from './benign-values.ts';
import { creditReportShapes, shortReportText } from './credit-report-fixtures.ts';
import { isSpelled, jsonText } from './json-spelling.ts';
import { inLongText, isLong } from './long-texts.ts';
import { freeTextCell, namedCell, type PlantedCell, subjectCell } from './planted-cells.ts';
import { createRandom, type Random } from '@fundlens/runtime/testing/random';

/** A generated report with numbers planted beside values that must stay. */
export type PlantedDocument = {
  readonly shape: string;
  readonly report: string;
  readonly planted: readonly PlantedCell[];
  /** JSON text of objects of benign values, and what they are. */
  readonly benign: readonly BenignCell[];
};

type BenignCell = { readonly name: string; readonly json: string; readonly values: number };

/** Values per document: enough that reading the report around them costs little. */
const SUBJECT_CELLS = 40;
const FREE_TEXT_CELLS = 16;
const NAMED_CELLS = 8;
const BENIGN_CELLS = 20;

/** `offset` moves all numbers and nothing else: the same document about other people. */
export function plantedDocument(seed: number, offset = 0): PlantedDocument {
  const random = createRandom(seed);
  const number = (): string => moved(randomNumber(random), offset);
  const shape = random.pick(creditReportShapes);
  const subject = number();
  const other = number();
  const planted: PlantedCell[] = [];
  for (let i = 0; i < SUBJECT_CELLS; i++) planted.push(subjectCell(random.chance(0.5) ? other : subject, random));
  for (let i = 0; i < FREE_TEXT_CELLS; i++) planted.push(freeTextCell(number(), random));
  for (let i = 0; i < NAMED_CELLS; i++) planted.push(namedCell(number(), random));
  const benign = Array.from({ length: BENIGN_CELLS }, () =>
    benignCell(random.pick(random.chance(0.5) ? TRAPS : TABLE_TRAPS), random),
  );
  return { shape, report: shortReportText(shape, { ssn: subject, variationSsn: other }), planted, benign };
}

/** All values of a trap, or one of them in the middle of a long text that says as little of it as its new name. */
function benignCell({ name, build }: Trap, random: Random): BenignCell {
  const values = build(random);
  const texts = Object.values(values).filter((value) => typeof value === 'string' && !isSpelled(value));
  if (texts.length === 0 || !isLong(random))
    return { name, json: jsonText(values), values: Object.keys(values).length };
  const { layout, text } = inLongText(random.pick(texts) as string, random);
  return { name: `${name}, in a long ${layout}`, json: jsonText({ note: text }), values: 1 };
}

/** The text of a document, or of what is left of it: cells that are missing are left out. */
export function documentText(document: PlantedDocument): string {
  const planted = document.planted.map(({ json }) => json).join(',');
  const benign = document.benign.map(({ json }) => json).join(',');
  return `{"report":${document.report},"planted":[${planted}],"benign":[${benign}]}`;
}

/** Nine digits of more than three kinds: sandbox areas, ITINs and lost zeros more often than by chance. */
function randomNumber(random: Random): string {
  for (;;) {
    const area = random.pick(['', '', '', '', '0', '00', '666', '9', '000']);
    const number = area + random.digits(9 - area.length);
    if (new Set(number).size > 3 && !number.startsWith('0000')) return number;
  }
}

/** Keeps the leading zeros, of which the choice of forms depends. */
function moved(number: string, offset: number): string {
  if (offset === 0) return number;
  const zeros = /^0*/.exec(number)?.[0] ?? '';
  const rest = number.slice(zeros.length);
  const span = 9 * 10 ** (rest.length - 1);
  const least = 10 ** (rest.length - 1);
  return zeros + String(least + ((Number(rest) - least + offset) % span));
}
