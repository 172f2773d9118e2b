import { hasFourDigits } from './character-classes.ts';
import { isShortStem, judgeKey, judgeLabel, type KeyJudgement, type LabelJudgement, UNNAMED } from './key-rules.ts';
import { ARRAY, OBJECT, STRING, type TokenIndex } from './token-index.ts';

/** A value, its name, and what a label beside it says that it is. */
export type LabelledValue = {
  readonly entry: number;
  readonly key: KeyJudgement;
  readonly label: LabelJudgement;
  /** The string that says so. */
  readonly by: number;
};

export type LabelReader = {
  readonly tokens: TokenIndex;
  /** What a key says, by its name's index. */
  readonly keys: readonly KeyJudgement[];
  /** A label and what it says about the values beside it: labels repeat, so each is judged once per structure. */
  readonly judge: (entry: number, ofIdentification: boolean) => LabelJudgement | null;
  /** What `hasValueBesideId` has found. */
  readonly valuesBesideId: Map<number, boolean>;
};

export function createLabelReader(tokens: TokenIndex, keys: readonly KeyJudgement[]): LabelReader {
  const known = [new Map<string, LabelJudgement | null>(), new Map<string, LabelJudgement | null>()] as const;
  const judge = (entry: number, ofIdentification: boolean): LabelJudgement | null => {
    const start = tokens.startOf(entry);
    const end = tokens.endOf(entry);
    // Escapes and entities make a text shorter, up to ten times.
    if (end - start > MAX_LABEL_SPELLING || end === start) return null;
    const judgements = known[ofIdentification ? 1 : 0];
    const spelling = tokens.text.slice(start, end);
    const found = judgements.get(spelling);
    if (found !== undefined) return found;
    const judgement = judgeLabel(tokens.decode(spelling), ofIdentification);
    judgements.set(spelling, judgement);
    return judgement;
  };
  return { tokens, keys, judge, valuesBesideId: new Map() };
}

/** A label is short; a longer text is a sentence, however it is spelled. */
const MAX_LABEL_SPELLING = 1024;

/**
 * Rule 2: labels among the members of one container and the values that they name. A label names the value of its own
 * stem (`TaxpayerIdentifierType`, `TaxpayerIdentifierValue`), a general one (`type`, `name`) any other value beside it.
 * `ofIdentification`: the container is known to hold a person's identifications.
 */
export function labelledValues(
  reader: LabelReader,
  container: number,
  ofIdentification: boolean,
): readonly LabelledValue[] {
  const { tokens } = reader;
  /** By stem; the first of a kind that says anything counts. */
  const labels = new Map<string, Label | null>();
  let general: Label | null = null;
  /** What `taxIdType` says about `taxId`. */
  let ofTaxpayer: Label | null = null;
  const end = tokens.nextOf(container);
  for (let entry = container + 1; entry < end; entry = tokens.nextOf(entry)) {
    const of = stemOfLabel(reader, entry);
    if (of === null) continue;
    let judgement = labelOf(reader, entry, ofIdentification);
    // A title names the document, whose own number is beside it.
    if (judgement === 'card' && TITLE.test(keyAt(reader, entry).name)) judgement = null;
    if (judgement === null) {
      // `field_name_2: "Order"` says that `field_value_2` is no number of another field.
      if (COUNTED_STEM.test(of) && !labels.has(of)) labels.set(of, null);
      continue;
    }
    const label = { says: judgement, by: textOf(reader, entry) };
    labels.set(of, firstLabel(labels.get(of) ?? null, label));
    if (isGeneralLabel(of)) general = firstLabel(general, label);
    if (of !== '' && judgeKey(of).says === 'taxpayer') ofTaxpayer ??= label;
  }
  if (labels.size === 0) return [];
  const values: LabelledValue[] = [];
  for (let entry = container + 1; entry < end; entry = tokens.nextOf(entry)) {
    const key = keyAt(reader, entry);
    if (!isNamed(key)) continue;
    const stem = key.valueOf ?? '';
    const ofStem = labels.get(stem);
    const isPaired = ofStem !== undefined || isShortStem(stem);
    const label =
      (key.says === 'taxpayer' ? ofTaxpayer : null) ?? (isPaired ? withoutSentence(ofStem ?? null, general) : general);
    if (
      label === null ||
      (label.says === 'card' && RECORD_ID.test(key.name)) ||
      (label.says === 'about' && saysWhoseNumber(key)) ||
      (!isPaired && RECORD_NUMBER.test(key.name)) ||
      (key.isId && hasValueBesideId(reader, container))
    )
      continue;
    for (const value of namedValues(reader, entry)) values.push({ entry: value, key, label: label.says, by: label.by });
  }
  return values;
}

/** What a label says, and the string that says it. */
type Label = { readonly says: LabelJudgement; readonly by: number };

/** The string of a label: of a list or an object of them the first that says anything. */
function textOf({ tokens, judge }: LabelReader, label: number): number {
  if (!tokens.isContainer(label)) return label;
  for (let entry = label + 1; entry < tokens.nextOf(label); entry++) {
    if (tokens.kindOf(entry) === STRING && judge(entry, false) !== null) return entry;
  }
  return label;
}

/** What a member labels: what stands before that word in its name; null: nothing. */
function stemOfLabel(reader: LabelReader, entry: number): string | null {
  const { labelOf: stem, name } = keyAt(reader, entry);
  return stem ?? (ERROR_PLACE.test(name) && namesField(reader, entry) ? '' : null);
}

/** JSON:API: `source: {pointer: "/data/attributes/ssn"}`, GraphQL: `extensions: {field: "ssn"}` beside the text of the error. */
const ERROR_PLACE = /^(?:source|extensions|context|location|target)$/;
const FIELD_OF_ERROR = /^(?:pointer|parameter|path|field|fieldname|argument|argumentname|property|attribute|column)$/;

function namesField(reader: LabelReader, container: number): boolean {
  const { tokens } = reader;
  if (tokens.kindOf(container) !== OBJECT) return false;
  return tokens.membersOf(container).some((entry) => FIELD_OF_ERROR.test(keyAt(reader, entry).name));
}

/** What the label of its own stem says of a value, unless that is a sentence and another label says what the value is. */
function withoutSentence(own: Label | null, general: Label | null): Label | null {
  return own?.says === 'about' ? (general ?? own) : own;
}

/** The first label counts, but a sentence about SSNs is none where another says what a value is. */
function firstLabel(before: Label | null, next: Label): Label {
  return before === null || before.says === 'about' ? next : before;
}

/** A document's, which a label beside it may say is an SSN card. */
const TITLE = /^(?:title|caption|heading|filename|filetitle|documenttitle|documentname)$/;
const RECORD_ID = /^(?:doc(?:ument)?|record|attachment|image|scan)id$/;
/** Numbers that say themselves what they are of: a label that names whatever is beside it means none of them. */
const RECORD_NUMBER =
  /^(?:request|order|trace|correlation|session|transaction|event|batch|job|ticket|inquiry|report|bureau|subscriber|loan|invoice|policy)(?:id|number|num|nbr|no|code)$/;
const COUNTED_STEM = /.\d$/;

/** An id beside a value is the record's. Asked of each id, so that each container is looked at once. */
export function hasValueBesideId(reader: LabelReader, container: number): boolean {
  const known = reader.valuesBesideId.get(container);
  if (known !== undefined) return known;
  const found = reader.tokens.membersOf(container).some((entry) => {
    const key = keyAt(reader, entry);
    return !key.isId && key.labelOf === null && isNamed(key);
  });
  reader.valuesBesideId.set(container, found);
  return found;
}

/** What the labels among the members of a container say, whatever they are to name. */
export function labelIn(reader: LabelReader, container: number): LabelJudgement | null {
  for (const entry of reader.tokens.membersOf(container)) {
    if (keyAt(reader, entry).labelOf === null) continue;
    const judgement = labelOf(reader, entry, false);
    if (judgement !== null) return judgement;
  }
  return null;
}

/** Names of values in each other between a label's value and the number itself. */
export const MAX_WRAPPERS = 6;

/**
 * The entry itself, or what it wraps: converters from XML write `["…"]`, `{"#text":"…"}` or a list of child nodes for one
 * value, others `{"content":{"raw":"…"}}`.
 */
function namedValues(reader: LabelReader, entry: number, depth = 0): readonly number[] {
  const { tokens } = reader;
  if (tokens.isScalar(entry)) return [entry];
  const isObject = tokens.kindOf(entry) === OBJECT;
  if ((!isObject && tokens.kindOf(entry) !== ARRAY) || depth === MAX_WRAPPERS) return [];
  return tokens.membersOf(entry).flatMap((child) => {
    const key = keyAt(reader, child);
    const isOther = isObject && (key.valueOf === null || key.other || saysWhoseNumber(key));
    return isOther ? [] : namedValues(reader, child, depth + 1);
  });
}

/** `CreditReportIdentifier`, `caseNumber`: says itself whose number it is. */
function saysWhoseNumber(key: KeyJudgement): boolean {
  const stem = key.valueOf ?? '';
  return OWN_NUMBER.test(key.name) && !isGeneralLabel(stem) && !isShortStem(stem);
}

const OWN_NUMBER = /(?:identifier|number|id)$/;

/** Whether a label beside it may name a value with this name. */
export function isNamed(key: KeyJudgement): boolean {
  return (key.valueOf !== null || key.part || key.says === 'taxpayer') && !key.other;
}

export function keyAt({ tokens, keys }: LabelReader, entry: number): KeyJudgement {
  return keys[tokens.nameOf(entry)] ?? UNNAMED;
}

/** `type: {coding: [{code}]}` */
const MAX_LABEL_DEPTH = 2;

/** A label is a string, or a list or object (code and description) of them: the first that says something. */
function labelOf(reader: LabelReader, entry: number, ofIdentification: boolean, depth = 0): LabelJudgement | null {
  const { tokens, judge } = reader;
  if (tokens.kindOf(entry) === STRING) return judge(entry, ofIdentification);
  if (tokens.kindOf(entry) !== OBJECT && tokens.kindOf(entry) !== ARRAY) return null;
  if (tokens.kindOf(entry) === OBJECT && hasNumberOfItsOwn(reader, entry)) return null;
  for (const child of tokens.membersOf(entry)) {
    if (tokens.kindOf(child) !== STRING) {
      const inner = depth < MAX_LABEL_DEPTH ? labelOf(reader, child, ofIdentification, depth + 1) : null;
      if (inner !== null) return inner;
      continue;
    }
    // A list may be of texts, and a text with a number in it is no label.
    if (tokens.kindOf(entry) === ARRAY && hasFourDigits(tokens.classesOf(child))) continue;
    const judgement = judge(child, ofIdentification);
    if (judgement !== null) return judgement;
  }
  return null;
}

/** A label with a number beside it, `{name: "SSN", value: "…"}`, names that and nothing else. */
function hasNumberOfItsOwn(reader: LabelReader, container: number): boolean {
  const { tokens } = reader;
  const isNumber = (entry: number): boolean => tokens.isScalar(entry) && hasFourDigits(tokens.classesOf(entry));
  return tokens.membersOf(container).some((entry) => isNumber(entry) && isNamed(keyAt(reader, entry)));
}

const GENERAL_STEM =
  /^(?:id|tab|display|header|input|control|field|attribute|property|column|item|key|param|question|doc|document|identity|data|value|scheme|node|tag|element|local|answer|aria|fieldchanged|instance|category|reason|message|alert|govissuedident|ident)?\d*$/;

/** Labels that name whatever stands beside them: `type`, `name`, `IdentifierType`. */
function isGeneralLabel(of: string): boolean {
  return GENERAL_STEM.test(of) || of.endsWith('identifier') || of.endsWith('identification');
}
