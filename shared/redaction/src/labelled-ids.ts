import { judgeKey } from './key-rules.ts';
import { holdsNumber } from './row-cells.ts';
import { keyAt, type LabelReader } from './sibling-labels.ts';
import { NO_ROW, type SsnCell, type SsnHeader, type SsnLabels } from './ssn-labels.ts';
import { OBJECT, type TokenIndex } from './token-index.ts';

/** A form asks for a few numbers; more ids than this are an attack on our memory. */
const MAX_IDS = 64;
/** Longer than any UUID, id of a record or name of a field. */
const MAX_ID = 64;
/** Answers are wrapped at most so often: `answer: [{valueString: "…"}]`. */
const MAX_WRAPPING = 4;
/** What defines a field, or answers its question, has more members than this in no form. */
const MAX_MEMBERS = 64;
/** How many entries of a definition's parts are looked at for ids. */
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

/**
 * Rule 2 for answers that stand apart from their questions: a field's id whose label says SSN (`{"q7": "SSN"}`,
 * `{id: "q7", title: "SSN"}`) names the values under that id (`{"q7": …}`, `{questionId: "q7", answer: …}`). Only
 * values that look like an SSN are one, so the caller asks.
 */
export function cellsOfLabelledIds(reader: LabelReader, labels: SsnLabels, known: LabelledFields): readonly SsnCell[] {
  return labels.size === 0 && known.size === 0 ? [] : new LabelledIds(reader, labels, known).cells();
}

/** Ids of fields whose labels say SSN, in all texts that were read: a form may stand in a text of its own. */
export type LabelledFields = Map<string, SsnHeader>;

class LabelledIds {
  readonly #reader: LabelReader;
  readonly #tokens: TokenIndex;
  readonly #labels: SsnLabels;
  /** Whether a name, by its index, is that of an id. */
  readonly #isId: readonly boolean[];
  readonly #ids: ReadonlyMap<string, SsnHeader>;
  readonly #values: SsnCell[] = [];

  constructor(reader: LabelReader, labels: SsnLabels, known: LabelledFields) {
    this.#reader = reader;
    this.#tokens = reader.tokens;
    this.#labels = labels;
    this.#isId = reader.tokens.names.map((name) => ID.test(name));
    for (const [id, header] of this.#labelledIds()) if (known.size < MAX_IDS) known.set(id, header);
    this.#ids = known;
  }

  cells(): readonly SsnCell[] {
    if (this.#ids.size === 0) return [];
    const labelledNames = this.#tokens.names.map((name) => this.#ids.get(name));
    for (let entry = 0; entry < this.#tokens.length; entry++) {
      const name = this.#tokens.nameOf(entry);
      const says = labelledNames[name];
      if (says !== undefined) this.#take(entry, says, 0);
      if (this.#isId[name] === true) this.#takeAnswer(entry);
    }
    return this.#values;
  }

  #labelledIds(): ReadonlyMap<string, SsnHeader> {
    const found = new Map<string, SsnHeader>();
    const defined = new Set<number>();
    for (const [label, header] of this.#labels) {
      if (found.size >= MAX_IDS) break;
      const definition = this.#tokens.parentOf(label);
      for (const id of [
        ...this.#madeUpName(label),
        ...(defined.has(definition) ? [] : this.#idsOf(definition, label)),
      ]) {
        // "number", "value" and the like name everything.
        const key = judgeKey(id);
        if (key.says === 'none' && !key.other && key.labelOf !== '' && key.valueOf !== '') found.set(id, header);
      }
      defined.add(definition);
    }
    return found;
  }

  /** Elements of XML have short names too, and those name no fields. */
  #madeUpName(entry: number): readonly string[] {
    const tokens = this.#tokens;
    const isMember = tokens.hasKey(entry) && tokens.text.charAt(tokens.keyStart(entry) - 1) === '"';
    return isMember && MADE_UP.test(tokens.keyOf(entry)) ? [tokens.keyOf(entry)] : [];
  }

  /** The ids of the field that an object with a label defines; what has a number of its own defines none. */
  #idsOf(definition: number, label: number): readonly string[] {
    const tokens = this.#tokens;
    if (definition < 0 || tokens.kindOf(definition) !== OBJECT) return [];
    const members = tokens.membersOf(definition, MAX_MEMBERS);
    if (members.some((member) => this.#isId[tokens.nameOf(member)] !== true && holdsNumber(tokens, member))) return [];
    const found = [...this.#madeUpName(definition)];
    for (const member of members) {
      if (member !== label && this.#isId[tokens.nameOf(member)] === true && !this.#labels.has(member))
        found.push(...this.#idAt(member));
      const end = tokens.isContainer(member) ? Math.min(tokens.nextOf(member), member + MAX_WITHIN) : member;
      for (let inner = member + 1; inner < end; inner++) {
        if (tokens.hasKey(inner) && NESTED_ID.test(tokens.keyOf(inner))) found.push(...this.#idAt(inner));
      }
    }
    return found;
  }

  #idAt(entry: number): readonly string[] {
    const tokens = this.#tokens;
    const length = tokens.lengthOf(entry);
    if (tokens.isContainer(entry) || length === 0 || length > MAX_ID) return [];
    const id = tokens.spelling(entry);
    return /[\s"]/.test(id) ? [] : [id];
  }

  /** The values beside an id that refers to a field, or beside the object (`field`, `question`) that holds it. */
  #takeAnswer(reference: number): void {
    const tokens = this.#tokens;
    const [id = ''] = this.#idAt(reference);
    const says = this.#ids.get(id);
    const object = tokens.parentOf(reference);
    if (says === undefined || object < 0 || (COUNTED.test(id) && OWN_ID.test(tokens.keyOf(reference)))) return;
    this.#takeValues(object, says);
    const isReference = tokens.hasKey(object) && keyAt(this.#reader, object).labelOf !== null;
    if (isReference && tokens.parentOf(object) >= 0) this.#takeValues(tokens.parentOf(object), says);
  }

  #takeValues(object: number, says: SsnHeader): void {
    const tokens = this.#tokens;
    for (const member of tokens.membersOf(object, MAX_MEMBERS)) {
      if (keyAt(this.#reader, member).valueOf !== null && this.#isId[tokens.nameOf(member)] !== true)
        this.#take(member, says, 0);
    }
  }

  #take(entry: number, says: SsnHeader, depth: number): void {
    const tokens = this.#tokens;
    if (keyAt(this.#reader, entry).other) return;
    if (!tokens.isContainer(entry)) this.#values.push({ entry, row: NO_ROW, says, label: -1 });
    else if (depth < MAX_WRAPPING) {
      for (const member of tokens.membersOf(entry, MAX_MEMBERS)) this.#take(member, says, depth + 1);
    }
  }
}
