import { mayNameSsn } from './character-classes.ts';
import { judgeKey } from './key-rules.ts';
import { isNamed, type LabelReader } from './sibling-labels.ts';
import { hintFinder } from './ssn-hints.ts';
import { ARRAY, STRING } from './token-index.ts';

/**
 * What a label says of the values that it names: `social` may be an income as well, `part` is one with others beside it,
 * `taxpayer` a person's, `name` is a field's that tells about one.
 */
export type SsnHeader = 'ssn' | 'social' | 'last-four' | 'part' | 'name' | 'taxpayer';

/** The strings of a structure that say SSN and nothing else, in their order. Few do. */
export type SsnLabels = ReadonlyMap<number, SsnHeader>;

/** A value that a label names; those of one row together may be a number. `says` is null of what may be no more than a part. */
export type SsnCell = {
  readonly entry: number;
  readonly row: number;
  readonly says: SsnHeader | null;
  /** The string that names it; -1: it stands in another text. */
  readonly label: number;
};

/** Of a value that stands in no row. */
export const NO_ROW = -1;

/** A label is a name; a longer text is a sentence. */
const MAX_LABEL = 64;
const FIELD_NAME = /^[\w.$-]+$/;
/** Whose numbers stand below `["Borrower Name", "SSN"]`. */
export const HEADS_NAMES = /name|borrower|applicant|client|customer|consumer|person|owner|member|employee|^id$/i;

export function ssnLabels(reader: LabelReader, hints: readonly number[]): SsnLabels {
  const labels = new Map<number, SsnHeader>();
  if (hints.length === 0) return labels;
  const { tokens } = reader;
  const hintsIn = hintFinder(hints);
  for (let entry = 0; entry < tokens.length; entry++) {
    if (tokens.kindOf(entry) !== STRING || tokens.lengthOf(entry) < 2 || tokens.lengthOf(entry) > MAX_LABEL) continue;
    if (hintsIn(tokens.startOf(entry), tokens.endOf(entry)).length === 0) continue;
    const says = mayNameSsn(tokens.classesOf(entry)) ? headerOf(reader, entry) : null;
    if (says !== null) labels.set(entry, says);
  }
  return labels;
}

function headerOf(reader: LabelReader, entry: number): SsnHeader | null {
  const judgement = reader.judge(entry, false);
  const text = reader.tokens.decode(reader.tokens.spelling(entry));
  switch (judgement) {
    case 'card':
      return 'ssn';
    case 'taxpayer':
      return judgeKey(text).about === 'person' ? 'taxpayer' : null;
    case 'about': {
      // A field's name is judged as names of members are; words are a sentence.
      const key = FIELD_NAME.test(text) ? judgeKey(text) : null;
      return key?.says === 'maybe' && !key.flags ? 'name' : null;
    }
    case 'ssn':
    case 'social':
    case 'last-four':
    case 'part':
      return judgement;
    default:
      return null;
  }
}

/**
 * Whether a row is one of a list of pairs of a name and a value (`[["type", "SSN"], ["value", "…"]]`) and no header: its
 * second cell is a label, and its first one names that label or stands below another row.
 */
export function isPair({ tokens }: LabelReader, labels: SsnLabels, row: number): boolean {
  const list = tokens.parentOf(row);
  if (list < 0 || tokens.kindOf(row) !== ARRAY || tokens.kindOf(list) !== ARRAY) return false;
  const [first, second, third] = tokens.membersOf(row, 3);
  if (first === undefined || second === undefined || third !== undefined) return false;
  if (tokens.kindOf(first) !== STRING || labels.has(first)) return false;
  const name = tokens.spelling(first, MAX_LABEL);
  return !HEADS_NAMES.test(name) && (row !== list + 1 || judgeKey(name).labelOf === '');
}

/** Whether the first cell of a pair names what a label may be about. */
export function namesValue({ tokens }: LabelReader, row: number): boolean {
  const [first] = tokens.membersOf(row, 1);
  if (first === undefined || tokens.kindOf(first) !== STRING || tokens.lengthOf(first) > MAX_LABEL) return false;
  const key = judgeKey(tokens.decode(tokens.spelling(first)));
  return isNamed(key) && !key.isId;
}
