import { judgeKey, UNNAMED } from './key-rules.ts';
import { hasSevenDigits } from './marks.ts';
import { isGeneralLabel, type LabelReader } from './sibling-labels.ts';
import { headerOf, isContainer, NO_ROW, type SsnCell, type SsnHeader, saysSsn } from './table-cells.ts';
import {
  endOf,
  entryMarks,
  hasKey,
  keyStart,
  kindOf,
  NUMBER,
  nameOf,
  nextOf,
  OBJECT,
  parentOf,
  STRING,
  startOf,
} from './tape.ts';

/** A form asks for a few numbers; more ids than this are an attack on our memory. */
const MAX_IDS = 64;
/** Longer than any UUID, id of a record or name of a field. */
const MAX_ID = 64;
/** Answers are wrapped at most so often: `answer: [{valueString: "…"}]`. */
const MAX_WRAPPING = 4;
/** A member of what defines a field has more members than this in no form. */
const MAX_MEMBERS = 64;

/** Names of fields that forms and tables make up: `q7`, `c2`, `B`, `__EMPTY_1`. */
const MADE_UP = /\d|^.{1,3}$|^_+EMPTY$/;
/** Names that hold the id of a field. */
const ID =
  /(?:^|[^A-Za-z])(?:id|key|ref|slug|name|field|code|column|variable|element|handle|alias|prop|property|question|accessor|accessorkey|dataindex|datafield|datakey|binding)$|(?:Id|ID|Key|Ref|Name|Code|Slug|Alias|Handle)$|^(?:uuid|guid|linkid|questionid|fieldid|columnid|fieldkey|fieldname|for|headers|aria-labelledby|aria-describedby)$/i;
/** An answer's own id is not that of its question when both are counted from one. */
const OWN_ID = /^_?(?:id|key|index)$/i;
const QUOTE = 0x22;
/** Ids that a definition's parts hold, and how many entries are looked at for them. */
const NESTED_ID = /^(?:question|field|column|link)_?id$/i;
const MAX_WITHIN = 8;
const COUNTED = /^\d{1,6}$/;

/**
 * Rule 2 for answers that stand apart from their questions: a field's id whose label says SSN (`{"q7": "SSN"}`,
 * `{id: "q7", title: "SSN"}`) names the values under that id (`{"q7": …}`, `{questionId: "q7", answer: …}`). Only
 * values that look like an SSN are one, so the caller asks.
 *
 * @param labels the strings that say SSN
 */
export function cellsOfLabelledIds(reader: LabelReader, labels: readonly number[]): readonly SsnCell[] {
  const { tape, keys } = reader;
  const isId = tape.names.map((name) => ID.test(name));
  const ids = labelledIds();
  if (ids.size === 0) return [];
  const values: SsnCell[] = [];
  const labelledNames = tape.names.map((name) => ids.get(name));
  for (let entry = 0; entry < tape.length; entry++) {
    const name = nameOf(tape, entry);
    if (name < 0) continue;
    const says = labelledNames[name];
    if (says !== undefined) take(entry, says, 0);
    const referred = isId[name] === true ? referenceOf(entry) : undefined;
    if (referred !== undefined) takeAnswer(parentOf(tape, entry), referred);
  }
  return values;

  function labelledIds(): ReadonlyMap<string, SsnHeader> {
    const found = new Map<string, SsnHeader>();
    const add = (id: string, label: number): void => {
      // "number", "value" and the like name everything.
      const { says, other, labelOf, valueOf: value } = judgeKey(id);
      if (says === 'none' && !other && labelOf !== '' && value !== '')
        found.set(id, headerOf(reader, label) ?? 'social');
    };
    const mayLabel = tape.names.map((name, index) => {
      const key = keys[index] ?? UNNAMED;
      const isGeneral = (key.labelOf !== null && isGeneralLabel(key.labelOf)) || LABEL.test(name);
      return isGeneral || MADE_UP.test(name);
    });
    const defined = new Set<number>();
    for (const entry of labels) {
      if (found.size >= MAX_IDS) break;
      const name = nameOf(tape, entry);
      // The text of an element that has attributes: `<label for="f1">SSN</label>`.
      if (name >= 0 && mayLabel[name] !== true) continue;
      if (name < 0 && !isElement(parentOf(tape, entry))) continue;
      const spelling = tape.names[name] ?? '';
      if (isMember(entry) && MADE_UP.test(spelling) && !GENERAL_SHORT.test(spelling)) add(spelling, entry);
      const definition = parentOf(tape, entry);
      if (definition < 0 || defined.has(definition) || !isDefinition(definition)) continue;
      defined.add(definition);
      if (isMember(definition) && MADE_UP.test(tape.names[nameOf(tape, definition)] as string))
        add(tape.names[nameOf(tape, definition)] as string, entry);
      for (let member = definition + 1; member < nextOf(tape, definition); member = nextOf(tape, member)) {
        const text = isId[nameOf(tape, member)] === true && member !== entry ? idAt(member) : null;
        if (text !== null && !saysSsn(reader, member)) add(text, entry);
        if (isContainer(tape, member)) for (const id of idsWithin(member)) add(id, entry);
      }
    }
    return found;
  }

  function isElement(entry: number): boolean {
    return entry >= 0 && kindOf(tape, entry) === OBJECT;
  }

  /** `{title: "SSN", questionItem: {question: {questionId: …}}}` */
  function idsWithin(container: number): readonly string[] {
    const found: string[] = [];
    const end = Math.min(nextOf(tape, container), container + MAX_WITHIN);
    for (let inner = container + 1; inner < end; inner++) {
      const text = NESTED_ID.test(tape.names[nameOf(tape, inner)] ?? '') ? idAt(inner) : null;
      if (text !== null) found.push(text);
    }
    return found;
  }

  /** Elements of XML have short names too, and those name no fields. */
  function isMember(entry: number): boolean {
    return hasKey(tape, entry) && tape.text.charCodeAt(keyStart(tape, entry) - 1) === QUOTE;
  }

  /** What has a number of its own defines no field. */
  function isDefinition(object: number): boolean {
    if (kindOf(tape, object) !== OBJECT) return false;
    let members = 0;
    for (let member = object + 1; member < nextOf(tape, object); member = nextOf(tape, member)) {
      if (++members > MAX_MEMBERS) return false;
      if (isContainer(tape, member) || isId[nameOf(tape, member)] === true) continue;
      if (kindOf(tape, member) === NUMBER && endOf(tape, member) - startOf(tape, member) >= 7) return false;
      if (kindOf(tape, member) === STRING && hasSevenDigits(entryMarks(tape, member))) return false;
    }
    return true;
  }

  function idAt(entry: number): string | null {
    const length = endOf(tape, entry) - startOf(tape, entry);
    if (isContainer(tape, entry) || length === 0 || length > MAX_ID) return null;
    const text = tape.text.slice(startOf(tape, entry), endOf(tape, entry));
    return /[\s"]/.test(text) ? null : text;
  }

  /** What the label of the field that an entry refers to says. */
  function referenceOf(entry: number): SsnHeader | undefined {
    const id = idAt(entry);
    const says = id === null ? undefined : ids.get(id);
    if (id === null || says === undefined) return undefined;
    return COUNTED.test(id) && OWN_ID.test(tape.names[nameOf(tape, entry)] as string) ? undefined : says;
  }

  /** The values beside an id, or beside the object (`field`, `question`) that holds it. */
  function takeAnswer(object: number, says: SsnHeader): void {
    if (object < 0) return;
    takeValues(object, says);
    const key = hasKey(tape, object) ? (keys[nameOf(tape, object)] ?? UNNAMED) : UNNAMED;
    const outer = parentOf(tape, object);
    if (key.labelOf !== null && outer >= 0) takeValues(outer, says);
  }

  function takeValues(object: number, says: SsnHeader): void {
    let members = 0;
    for (let member = object + 1; member < nextOf(tape, object); member = nextOf(tape, member)) {
      if (++members > MAX_MEMBERS) return;
      const key = keys[nameOf(tape, member)] ?? UNNAMED;
      if (key.valueOf !== null && isId[nameOf(tape, member)] !== true) take(member, says, 0);
    }
  }

  function take(entry: number, says: SsnHeader, depth: number): void {
    if ((keys[nameOf(tape, entry)] ?? UNNAMED).other) return;
    if (!isContainer(tape, entry)) {
      values.push({ entry, row: NO_ROW, says });
      return;
    }
    let members = 0;
    for (let member = entry + 1; member < nextOf(tape, entry); member = nextOf(tape, member)) {
      if (depth >= MAX_WRAPPING || ++members > MAX_MEMBERS) return;
      if (isId[nameOf(tape, member)] !== true) take(member, says, depth + 1);
    }
  }
}

/** Names that hold a field's label, besides those that label their siblings. */
const LABEL = /^(?:text|description|displayname|header_?name|display|heading|prompt|question_?text|placeholder)$/i;
/** Short names that say what stands under them, and name no field. */
const GENERAL_SHORT = /^(?:id|key|tag|ref|val|var|k|n|v|t|cd|typ|nm)$/i;
