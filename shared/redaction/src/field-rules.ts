import { digitsOf } from './characters.ts';
import type { Edit, RuleName } from './edits.ts';
import { judgeKey, type KeyJudgement, UNNAMED } from './key-rules.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { hasFourDigits } from './marks.ts';
import { addPart, collectParts, collectValue, type SsnParts, type ValueFormat } from './named-values.ts';
import { createLabelReader, labelledValues } from './sibling-labels.ts';
import { bareDigits, type SubjectNumbers, wholeNumberDigits } from './subject-numbers.ts';
import { cellsOfSsnColumns } from './table-rules.ts';
import {
  ARRAY,
  endOf,
  entryMarks,
  hasKey,
  keyEnd,
  keyOf,
  keyStart,
  kindOf,
  LITERAL,
  NUMBER,
  nameOf,
  OBJECT,
  parentOf,
  STRING,
  startOf,
  type Tape,
} from './tape.ts';

export type FieldFindings = {
  /** Rules 1 and 2: values (and keys below an SSN's name) that go. */
  readonly edits: readonly Edit[];
  /** Entries that the edits replace. */
  readonly replaced: ReadonlySet<number>;
  /** Strings whose name or label speaks of SSNs: nine bare digits in them are one. */
  readonly aboutSsn: ReadonlySet<number>;
};

export type FieldContext = {
  readonly format: ValueFormat;
  /** Takes the numbers found. */
  readonly subjects: SubjectNumbers;
  /** What the whole structure stands under is named as an SSN. */
  readonly belongsToSsn: boolean;
};

/** What a container hands down to what it contains. */
const IN_SSN = 1;
const IN_MAYBE = 2;
const IN_TAXPAYER = 4;
const IN_BUSINESS = 8;
const SAYS = IN_SSN | IN_MAYBE | IN_TAXPAYER;

/**
 * - `ssn`: goes if it has digits at all;
 * - `if-nine`, `if-short`: goes if it is nine digits and separators, or has lost its leading zeros;
 * - `taxpayer`: goes if it is nine digits, but not in an employer's form.
 */
type Verdict = 'ssn' | 'if-nine' | 'if-short' | 'taxpayer';

type Judgement = FieldContext & {
  readonly tape: Tape;
  readonly edits: Edit[];
  readonly replaced: Set<number>;
  readonly parts: SsnParts;
};

/** Rules 1 and 2 over a whole structure. */
export function judgeFields(tape: Tape, context: FieldContext): FieldFindings {
  const { format } = context;
  const judgement: Judgement = { ...context, tape, edits: [], replaced: new Set(), parts: new Map() };
  const handedDown = new Uint8Array(tape.length);
  const keys = tape.names.map((name) => judgeKey(format.textOf(name)));
  const aboutSsn = new Set<number>();
  /** Containers with a value that a label beside it could name. */
  const labelled = new Set<number>();
  const businesses = new Set<number>();
  /** Verdicts that a label may overrule. */
  const taxpayers: number[] = [];

  for (let entry = 0; entry < tape.length; entry++) {
    const parent = parentOf(tape, entry);
    const outer = parent < 0 ? (context.belongsToSsn ? IN_SSN : 0) : (handedDown[parent] as number);
    const named = hasKey(tape, entry);
    const key = named ? (keys[nameOf(tape, entry)] as KeyJudgement) : UNNAMED;
    const kind = kindOf(tape, entry);
    if (named && (outer & (IN_SSN | IN_MAYBE)) !== 0) applyToKey(judgement, entry);
    if (kind === OBJECT || kind === ARRAY) {
      handedDown[entry] = named ? contextBelow(key, keyOf(tape, entry), outer) : outer;
      continue;
    }
    if (kind === LITERAL) continue;
    if (key.namesBusiness) businesses.add(parent);
    const isItem = !named && parent >= 0 && kindOf(tape, parent) === ARRAY;
    const verdict = verdictOf(key, outer, isItem);
    if (verdict === 'taxpayer') taxpayers.push(entry);
    else if (verdict !== null) apply(judgement, entry, verdict, 'key');
    if (key.context && !key.flags && kind === STRING) aboutSsn.add(entry);
    const isNamable = (key.valueOf !== null || key.part) && !key.other && !isItem && parent >= 0;
    if ((isNamable || isItem) && mayHoldNumber(tape, entry)) {
      if (isNamable) labelled.add(parent);
      if (wrapsValue(tape, keys, parent)) labelled.add(parentOf(tape, parent));
    }
  }

  const keptByLabel = new Set<number>();
  const labels = createLabelReader(tape, format, keys);
  for (const container of labelled) {
    const ofIdentification = ((handedDown[container] as number) & IN_TAXPAYER) !== 0;
    for (const { entry, key, label } of labelledValues(labels, container, ofIdentification)) {
      if (label === 'last-four') apply(judgement, entry, 'ssn', 'sibling');
      else if (label === 'ssn') apply(judgement, entry, key.weakValue ? 'if-short' : 'ssn', 'sibling');
      else if (label === 'taxpayer') apply(judgement, entry, 'taxpayer', 'sibling');
      else if (label === 'about') aboutSsn.add(entry);
      else keptByLabel.add(entry);
    }
  }
  for (const cell of cellsOfSsnColumns(labels)) apply(judgement, cell, 'if-short', 'sibling');
  for (const entry of taxpayers) {
    const ofBusiness = businesses.has(parentOf(tape, entry)) || keptByLabel.has(entry);
    if (!ofBusiness) apply(judgement, entry, 'taxpayer', 'key');
  }
  collectParts(judgement.parts, context.subjects);
  return { edits: judgement.edits, replaced: judgement.replaced, aboutSsn };
}

/** A container that stands for one value: what a label beside the container says holds for what is in it. */
function wrapsValue(tape: Tape, keys: readonly KeyJudgement[], container: number): boolean {
  if (!hasKey(tape, container) || parentOf(tape, container) < 0) return false;
  const key = keys[nameOf(tape, container)] ?? UNNAMED;
  return key.valueOf !== null && !key.other;
}

function contextBelow(key: KeyJudgement, spelling: string, outer: number): number {
  let below = key.other ? outer & ~SAYS : outer;
  if (key.says === 'ssn') below |= IN_SSN;
  else if (key.says === 'maybe') below |= IN_MAYBE;
  else if (key.says === 'taxpayer' || IDENTIFICATIONS.test(spelling)) below |= IN_TAXPAYER;
  if (key.about === 'business') below |= IN_BUSINESS;
  else if (key.about === 'person') below &= ~IN_BUSINESS;
  return below;
}

/** Lists of a person's numbers, of which each has a type beside it (Equifax). */
const IDENTIFICATIONS = /other_?identifications?$/i;

function verdictOf(key: KeyJudgement, outer: number, isItem: boolean): Verdict | null {
  if (key.says === 'ssn') return 'ssn';
  if (key.says === 'maybe') return (outer & (IN_SSN | IN_MAYBE)) !== 0 ? 'if-short' : 'if-nine';
  if (key.says === 'taxpayer') return (outer & IN_BUSINESS) !== 0 ? null : 'taxpayer';
  if ((outer & SAYS) === 0) return null;
  const isValue = isItem || key.valueOf === '' || key.valueOf === 'identification' || key.valueOf === 'identifier';
  if ((outer & IN_SSN) !== 0) {
    if ((isValue && !key.weakValue) || key.part) return 'ssn';
    if (key.other) return null;
    return isValue ? 'if-short' : 'if-nine';
  }
  if ((outer & IN_MAYBE) !== 0 && key.lastFour && key.part) return 'ssn';
  if (key.other || !isValue) return null;
  if ((outer & IN_MAYBE) !== 0) return 'if-short';
  return (outer & IN_BUSINESS) !== 0 ? null : 'taxpayer';
}

/** Employer ids are written 12-3456789. */
const EMPLOYER_FORM = /^\s*\d{2}\s?\p{Pd}\s?\d{7}\s*$/u;

function apply(judgement: Judgement, entry: number, verdict: Verdict, rule: RuleName): void {
  const { tape, format, subjects } = judgement;
  if (judgement.replaced.has(entry)) return;
  const isNumber = kindOf(tape, entry) === NUMBER;
  const spelling = tape.text.slice(startOf(tape, entry), endOf(tape, entry));
  const text = isNumber ? spelling : format.textOf(spelling);
  const digits = isNumber ? (wholeNumberDigits(text) ?? digitsOf(text)) : bareDigits(text);
  if (verdict === 'ssn') {
    if (isNumber) subjects.add(digits ?? '');
    else if (!collectValue(text, format, subjects)) return;
    if (digits !== null && digits.length < 7) addPart(judgement.parts, parentOf(tape, entry), digits);
  } else {
    const least = verdict === 'if-short' ? (isNumber ? 7 : 8) : verdict === 'taxpayer' && isNumber ? 8 : 9;
    if (digits === null || digits.length < least || digits.length > 9) return;
    if (verdict === 'taxpayer' && EMPLOYER_FORM.test(text)) return;
    if (verdict === 'if-nine' && isFlags(tape, entry, digits)) return;
    subjects.add(digits);
  }
  judgement.replaced.add(entry);
  const replacement = isNumber ? `"${SSN_REPLACEMENT}"` : SSN_REPLACEMENT;
  judgement.edits.push({ start: startOf(tape, entry), end: endOf(tape, entry), replacement, rule });
}

/** Match results, one digit per digit of an SSN: no number has two kinds of digits only. */
function isFlags(tape: Tape, entry: number, digits: string): boolean {
  return hasKey(tape, entry) && judgeKey(keyOf(tape, entry)).flags && new Set(digits).size <= 2;
}

/** A key that is itself a number, below an SSN's name: `ssns: {"123456789": …}`. */
function applyToKey({ tape, format, subjects, edits }: Judgement, entry: number): void {
  const digits = bareDigits(format.textOf(keyOf(tape, entry)));
  if (digits === null || digits.length !== 9) return;
  subjects.add(digits);
  edits.push({ start: keyStart(tape, entry), end: keyEnd(tape, entry), replacement: SSN_REPLACEMENT, rule: 'key' });
}

function mayHoldNumber(tape: Tape, entry: number): boolean {
  if (kindOf(tape, entry) === NUMBER) return endOf(tape, entry) - startOf(tape, entry) >= 4;
  return hasFourDigits(entryMarks(tape, entry));
}
