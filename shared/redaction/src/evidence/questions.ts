import type { Evidence } from '../judge.ts';
import { readName } from '../names.ts';
import type { Reader, Told } from './reader.ts';

/** Ids of fields whose labels say what they ask for, of all texts of an event: a form may stand in a text of its own. */
export type Questions = Map<string, Evidence>;

/** A form asks for a few numbers; more ids than this are an attack on our memory. */
const MAX_IDS = 64;
const MAX_ID = 64;
/** Answers are wrapped at most so often: `answer: [{valueString: "…"}]`. */
const MAX_WRAPPING = 4;
/** What defines a field, or answers its question, has no more members in any form. */
const MAX_MEMBERS = 64;
/** So many entries of a definition's parts are looked at for ids. */
const MAX_WITHIN = 8;
/** Names of fields that forms and tables make up: `q7`, `c2`, `B`, `__EMPTY_1`. */
const MADE_UP = /\d|^.{1,3}$|^_+EMPTY$/;
/** Names that hold the id of a field. */
const ID =
  /(?:^|[^A-Za-z])(?:id|key|ref|slug|name|field|code|column|variable|element|handle|alias|prop|property|question|accessor|accessorkey|dataindex|datafield|datakey|binding)$|(?:Id|ID|Key|Ref|Name|Code|Slug|Alias|Handle)$|^(?:uuid|guid|linkid|questionid|fieldid|columnid|fieldkey|fieldname|for|headers|aria-labelledby|aria-describedby)$/i;
/** An answer's own id is not that of its question when both are counted from one. */
const OWN_ID = /^_?(?:id|key|index)$/i;
const COUNTED = /^\d{1,6}$/;
/** Ids that a definition's parts hold: `{title: "SSN", questionItem: {question: {questionId: …}}}`. */
const NESTED_ID = /^(?:question|field|column|link)_?id$/i;

/** The ids of fields whose labels say what they ask for: `{"q7": "SSN"}`, `{id: "q7", title: "SSN"}`. */
export function collectQuestions(reader: Reader, questions: Questions): void {
  const { structure } = reader;
  for (const entry of reader.labels) {
    const evidence = reader.askedBy(entry);
    if (evidence === undefined) continue;
    const holder =
      structure.isMarkup && structure.hasKey(entry) && !isAttribute(reader, entry) ? entry : structure.parentOf(entry);
    for (const id of [...madeUpName(reader, entry), ...idsOf(reader, holder, entry), ...labelled(reader, entry)])
      if (questions.size < MAX_IDS && isOfField(id)) questions.set(id, evidence);
  }
}

/** "number", "value" and the like name everything. */
function isOfField(id: string): boolean {
  const name = readName(id);
  return name.says === null && name.other === null && name.labelOf !== '' && name.valueOf !== '';
}

/** Answers that stand apart from their questions: under the id of one, or beside it. */
export function answersTo(questions: Questions, reader: Reader): readonly Told[] {
  const { structure } = reader;
  const told: Told[] = [];
  if (questions.size === 0) return told;
  for (let entry = 0; entry < structure.length; entry++) {
    const named = structure.hasKey(entry) ? questions.get(structure.keyOf(entry)) : undefined;
    if (named !== undefined) take(entry, named, structure.keyOf(entry), 0);
    if (structure.hasKey(entry) && ID.test(structure.keyOf(entry))) takeBeside(entry);
  }
  return told;

  function takeBeside(reference: number): void {
    const id = idAt(reader, reference);
    const evidence = id === null ? undefined : questions.get(id);
    const object = structure.parentOf(reference);
    if (id === null || evidence === undefined || object < 0) return;
    if (COUNTED.test(id) && OWN_ID.test(structure.keyOf(reference))) return;
    takeValues(object, evidence, id);
    // `field: {id}` beside the answer.
    if (structure.hasKey(object) && reader.nameOf(object).labelOf !== null && structure.parentOf(object) >= 0)
      takeValues(structure.parentOf(object), evidence, id);
  }

  function takeValues(object: number, evidence: Evidence, id: string): void {
    for (const member of structure.membersOf(object, MAX_MEMBERS))
      if (reader.nameOf(member).valueOf !== null && !ID.test(structure.keyOf(member))) take(member, evidence, id, 0);
  }

  function take(entry: number, evidence: Evidence, id: string, depth: number): void {
    if (reader.nameOf(entry).other !== null) return;
    if (!structure.isContainer(entry)) told.push({ entry, evidence, because: `the field ${id}` });
    else if (depth < MAX_WRAPPING)
      for (const member of structure.membersOf(entry, MAX_MEMBERS)) take(member, evidence, id, depth + 1);
  }
}

function isAttribute({ structure }: Reader, entry: number): boolean {
  return structure.text.charAt(structure.keyStart(entry) - 1) !== '<';
}

/** `{"q7": "SSN"}`, `{"q7": {"title": "SSN"}}` */
function madeUpName({ structure }: Reader, entry: number): readonly string[] {
  if (structure.isMarkup) return [];
  const name = structure.keyOf(entry);
  return name !== '' && MADE_UP.test(name) ? [name] : [];
}

/** `<b id=l1>SSN</b>`, `<label for="f1">SSN</label>`: an element with attributes holds its text as a child. */
function labelled(reader: Reader, entry: number): readonly string[] {
  return reader.structure.isMarkup && !reader.structure.hasKey(entry)
    ? idsOf(reader, reader.structure.parentOf(entry), entry)
    : [];
}

/** The ids of the field that an object with a label defines; what has a number of its own defines none. */
function idsOf(reader: Reader, definition: number, label: number): readonly string[] {
  const { structure } = reader;
  if (definition < 0 || !reader.isObject(definition)) return [];
  const members = structure.membersOf(definition, MAX_MEMBERS);
  const isNumber = (member: number): boolean => !ID.test(structure.keyOf(member)) && reader.holdsDigits(member, 7);
  if (members.some(isNumber)) return [];
  const found = [...madeUpName(reader, definition)];
  for (const member of members) {
    const id =
      member !== label && ID.test(structure.keyOf(member)) && reader.labelOf(member) === null
        ? idAt(reader, member)
        : null;
    if (id !== null) found.push(id);
    const end = structure.isContainer(member) ? Math.min(structure.nextOf(member), member + MAX_WITHIN) : member;
    for (let inner = member + 1; inner < end; inner++) {
      const nested = NESTED_ID.test(structure.keyOf(inner)) ? idAt(reader, inner) : null;
      if (nested !== null) found.push(nested);
    }
  }
  return found;
}

function idAt({ structure }: Reader, entry: number): string | null {
  const length = structure.lengthOf(entry);
  if (structure.isContainer(entry) || length === 0 || length > MAX_ID) return null;
  const id = structure.spelling(entry);
  return /[\s"]/.test(id) ? null : id;
}
