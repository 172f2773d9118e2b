import type { Evidence } from '../judge.ts';
import { type Label, type Name, readName } from '../names.ts';
import type { Reader, Told } from './reader.ts';

/** A label beside values, and the stem of its name. */
type Labelled = { readonly stem: string; readonly label: Label; readonly by: number };

/** `type: {coding: [{code}]}`, `source: {pointer}`: a label lies so far in what is called one. */
const MAX_LABEL_DEPTH = 4;
/** Between a label's value and the number: `payload: {content: {raw}}`. */
const MAX_WRAPPERS = 6;
/** More members than this has no record of which one is a label. */
const MAX_MEMBERS = 256;

/** Names that hold the place of what is wrong: `source: {pointer: "/data/ssn"}`. */
const ERROR_PLACE = /^(?:source|extensions|context|location|target)$/;
const FIELD_OF_ERROR = /^(?:pointer|parameter|path|field|fieldname|argument|argumentname|property|attribute|column)$/;
/** A document's, whose own number is beside it. */
const TITLE = /^(?:title|caption|heading|filename|filetitle|documenttitle|documentname)$/;
const RECORD_ID = /^(?:doc(?:ument)?|record|attachment|image|scan)id$/;
/** Numbers that say themselves what they are of. */
const RECORD_NUMBER =
  /^(?:request|order|trace|correlation|session|transaction|event|batch|job|ticket|inquiry|report|bureau|subscriber|loan|invoice|policy)(?:id|number|num|nbr|no|code)$/;
const OWN_NUMBER = /(?:identifier|number|id)$/;
/** The text of an error, which tells the value that it is about. */
const OF_ERROR = /(?:message|msg|details?)$/;
/** Labels of these stems name whatever stands beside them. */
const GENERAL_STEM =
  /^(?:id|tab|display|header|input|control|field|attribute|property|column|item|key|param|question|doc|document|identity|data|value|scheme|node|tag|element|local|answer|aria|fieldchanged|instance|category|reason|message|alert|govissuedident|ident)?\d*$|identif(?:ier|ication)$/;
const SHORT_STEM = /^[qk]\d*$/;
const COUNTED_STEM = /.\d$/;

/** What a label says of the values beside it. */
const EVIDENCE: Readonly<Record<Exclude<Label, 'part'>, Evidence>> = {
  sure: 'named',
  card: 'named',
  likely: 'named',
  'last-four': 'last-four',
  about: 'about',
  taxpayer: 'taxpayer',
  employer: 'other',
  other: 'other',
};

/**
 * Values that a label among the members of their container names. A label names the value of its own stem
 * (`TaxpayerIdentifierType`, `TaxpayerIdentifierValue`), a general one (`type`, `name`) any other value beside it.
 */
export function labelledValues(reader: Reader, container: number, ofIdentification: boolean): readonly Told[] {
  const { structure } = reader;
  const members = structure.membersOf(container, MAX_MEMBERS);
  const labels = labelsAmong(reader, members, ofIdentification);
  if (labels.size === 0) return [];
  const found = [...labels.values()].filter((label) => label !== null);
  const general = firstOf(found.filter(({ stem }) => GENERAL_STEM.test(stem)));
  const ofTaxpayer = found.find(({ stem }) => stem !== '' && readName(stem).says === 'taxpayer');
  const told: Told[] = [];
  for (const member of members) {
    const name = reader.nameOf(member);
    if (!isNamed(name)) continue;
    const label = labelFor(name, labels, general, name.says === 'taxpayer' ? ofTaxpayer : undefined);
    if (label === null || label.by === member || !mayName(label.label, name)) continue;
    const isText = reader.nameOf(label.by).squashed === 'text';
    if (name.isId && (isText || members.some((other) => isOtherValue(reader, other)))) continue;
    const evidence = evidenceOf(label.label, name, ofIdentification);
    if (evidence === 'other' && !ofIdentification && name.says !== 'taxpayer') continue;
    for (const entry of wrappedValues(reader, member, 0))
      told.push({ entry, evidence, because: reader.shown(label.by) });
  }
  return told;
}

/** Whether a label beside it may name a value with this name. */
export function isNamed(name: Name): boolean {
  return (
    (name.valueOf !== null || name.part || name.says === 'taxpayer') && (name.other === null || name.other === 'aside')
  );
}

/** A member that names what its siblings are: by its own name, or as the place of an error. */
export function isLabelName(reader: Reader, entry: number): boolean {
  return stemOf(reader, entry) !== null;
}

function stemOf(reader: Reader, entry: number): string | null {
  const { labelOf: stem, squashed } = reader.nameOf(entry);
  // `{text: "SSN", value: …}`
  if (stem === null && squashed === 'text' && /^(?:sure|card)$/.test(reader.labelOf(entry) ?? '')) return '';
  if (stem !== null || !ERROR_PLACE.test(squashed)) return stem;
  const isPlace = (member: number): boolean => FIELD_OF_ERROR.test(reader.nameOf(member).squashed);
  return reader.isObject(entry) && reader.structure.membersOf(entry, MAX_MEMBERS).some(isPlace) ? '' : null;
}

/** By stem; the first of a kind that says anything counts. */
function labelsAmong(
  reader: Reader,
  members: readonly number[],
  ofIdentification: boolean,
): Map<string, Labelled | null> {
  const labels = new Map<string, Labelled | null>();
  for (const member of members) {
    const stem = stemOf(reader, member);
    if (stem === null) continue;
    const by = labelWithin(reader, member, ofIdentification, 0);
    const label = by < 0 ? null : reader.labelOf(by, ofIdentification);
    const isTitle = label === 'card' && TITLE.test(reader.nameOf(member).squashed);
    if (label !== null && !isTitle) labels.set(stem, firstOf([labels.get(stem) ?? null, { stem, label, by }]));
    // `field_name_2: "Order"` says that `field_value_2` is no number of another field.
    else if (COUNTED_STEM.test(stem) && !labels.has(stem)) labels.set(stem, null);
  }
  return labels;
}

/** A sentence about numbers is no label where another says what a value is. */
function firstOf(labels: readonly (Labelled | null)[]): Labelled | null {
  return (
    labels.find((label) => label !== null && label.label !== 'about') ?? labels.find((label) => label !== null) ?? null
  );
}

/** The string that says something, in what is called a label; -1: none. What has a number of its own labels nothing else. */
function labelWithin(reader: Reader, entry: number, ofIdentification: boolean, depth: number): number {
  const { structure } = reader;
  if (!structure.isContainer(entry)) return reader.labelOf(entry, ofIdentification) === null ? -1 : entry;
  if (depth === MAX_LABEL_DEPTH) return -1;
  const members = structure.membersOf(entry, MAX_MEMBERS);
  const isOwn = (member: number): boolean => reader.holdsDigits(member) && isNamed(reader.nameOf(member));
  if (reader.isObject(entry) && members.some(isOwn)) return -1;
  for (const member of members) {
    const found = labelWithin(reader, member, ofIdentification, depth + 1);
    if (found >= 0) return found;
  }
  return -1;
}

function labelFor(
  { valueOf: stem }: Name,
  labels: ReadonlyMap<string, Labelled | null>,
  general: Labelled | null,
  ofTaxpayer: Labelled | undefined,
): Labelled | null {
  if (ofTaxpayer !== undefined) return ofTaxpayer;
  const own = labels.get(stem ?? '');
  if (own === undefined && !SHORT_STEM.test(stem ?? '')) return general;
  return own?.label === 'about' ? (general ?? own) : (own ?? null);
}

/** Whether a label can mean a value of this name: `requestId`, `claimNumber` beside `type: SSN` are numbers of their own. */
function mayName(label: Label, name: Name): boolean {
  const { squashed, valueOf: stem } = name;
  if (label === 'card' && RECORD_ID.test(squashed)) return false;
  const isOwn = OWN_NUMBER.test(squashed) && !GENERAL_STEM.test(stem ?? '') && !SHORT_STEM.test(stem ?? '');
  if (label === 'about' && isOwn) return false;
  return !RECORD_NUMBER.test(squashed);
}

function evidenceOf(label: Label, name: Name, ofIdentification: boolean): Evidence {
  if (label === 'part') return 'about';
  if ((label === 'sure' || label === 'card') && OF_ERROR.test(name.squashed)) return 'sure';
  const mayBeAmount = label === 'likely' && !ofIdentification && /(?:value|values|val|^v)$/.test(name.squashed);
  if (name.squashed.includes('mask') && (label === 'sure' || label === 'likely')) return 'last-four';
  if (name.four && (label === 'sure' || label === 'taxpayer')) return 'last-four';
  return (name.weak || mayBeAmount) && EVIDENCE[label] === 'named' ? 'likely' : EVIDENCE[label];
}

/** An id beside a value is the record's. */
function isOtherValue(reader: Reader, member: number): boolean {
  const name = reader.nameOf(member);
  return !name.isId && name.labelOf === null && isNamed(name);
}

/** The entry itself, or what it wraps: `["…"]`, `{"#text": "…"}`, `{"content": {"raw": "…"}}`. */
function wrappedValues(reader: Reader, entry: number, depth: number): readonly number[] {
  const { structure } = reader;
  if (structure.isScalar(entry)) return [entry];
  if (!structure.isContainer(entry) || depth === MAX_WRAPPERS) return [];
  const isObject = reader.isObject(entry);
  return structure.membersOf(entry, MAX_MEMBERS).flatMap((member) => {
    const name = reader.nameOf(member);
    const isOther = isObject && (name.valueOf === null || !isNamed(name) || !mayName('about', name));
    return isOther ? [] : wrappedValues(reader, member, depth + 1);
  });
}
