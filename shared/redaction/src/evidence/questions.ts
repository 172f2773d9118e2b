import type { Evidence } from '../judge.ts';
import { readName } from '../names.ts';
import type { Reader } from './reader.ts';

/** Ids of fields whose labels say what they ask for, of all texts of an event: a form may stand in a text of its own. */
export type Questions = Map<string, Evidence>;

const MAX_ID = 64;
/** What defines a field, or answers it, has no more members in any form; ids lie within (`questionItem.question.questionId`). */
const MAX_MEMBERS = 64;
const MAX_INNER = 8;
const MAX_DEPTH = 2;
/** Names of fields that forms and tables make up: `q7`, `c2`, `B`, `COL$B`, `__EMPTY_1`. */
const MADE_UP = /\d|^.{1,3}$|^_+EMPTY$|^COL\$/;
/** Names that hold the id of a field. */
const ID =
  /(?:^|[^A-Za-z])(?:id|key|ref|slug|name|field|code|column|variable|element|handle|alias|prop|property|question|accessor|accessorkey|dataindex|datafield|datakey|binding)$|(?:Id|ID|Key|Ref|Name|Code|Slug|Alias|Handle)$|^(?:uuid|guid|linkid|questionid|fieldid|columnid|fieldkey|fieldname|for|headers|aria-labelledby|aria-describedby)$/i;
/** An answer's own id is not that of its question when both are counted from one. */
const OWN_ID = /^_?(?:id|key|index)$/i;
const COUNTED = /^\d{1,6}$/;

/** The ids of fields whose labels say what they ask for: `{"q7": "SSN"}`, `{id: "q7", title: "SSN"}`. */
export function collectQuestions(reader: Reader, questions: Questions): void {
  for (const label of reader.labels) {
    const evidence = reader.askedBy(label);
    if (evidence === undefined) continue;
    for (const id of idsAround(reader, label)) if (isOfField(id)) questions.set(id, evidence);
  }
}

/** "number", "value" and the like name everything. */
function isOfField(id: string): boolean {
  const name = readName(id);
  return name.says === null && name.other === null && name.labelOf !== '' && name.valueOf !== '';
}

/** The ids of the field that an object, or an element, with a label defines. */
function idsAround(reader: Reader, label: number): readonly string[] {
  const { structure } = reader;
  const definition = structure.parentOf(label);
  const keys = structure.isMarkup ? [] : [structure.keyOf(label), structure.keyOf(definition)];
  const found = keys.filter((key) => MADE_UP.test(key));
  if (!reader.isObject(definition)) return found;
  return [...found, ...idsIn(reader, definition, false)];
}

export function isIdName(key: string): boolean {
  return ID.test(key);
}

/** The ids that an object has, and objects in it; an answer's own counted one is none of its question. */
export function idsIn(reader: Reader, container: number, isAnswer: boolean, depth = 0): readonly string[] {
  const { structure } = reader;
  return structure.membersOf(container, depth === 0 ? MAX_MEMBERS : MAX_INNER).flatMap((member): readonly string[] => {
    const key = structure.keyOf(member);
    const isInner =
      depth < MAX_DEPTH && reader.isObject(member) && (!isAnswer || reader.nameOf(member).labelOf !== null);
    if (isInner) return idsIn(reader, member, isAnswer, depth + 1);
    if (!ID.test(key) || structure.isContainer(member) || structure.lengthOf(member) > MAX_ID) return [];
    const id = structure.spelling(member);
    return /[\s"]|^$/.test(id) || (isAnswer && COUNTED.test(id) && OWN_ID.test(key)) ? [] : [id];
  });
}
