import { lastAtMost } from '../edits.ts';
import { ARRAY, type Structure } from '../index/structure.ts';
import type { Evidence } from '../judge.ts';
import type { Label, Name } from '../names.ts';
import { idsIn, isIdName, type Questions } from './questions.ts';
import type { Reader, Told } from './reader.ts';
import { type Header, headersOf, isBelow } from './tables.ts';

/*
 * What governs a value: walking outwards from it, the labels beside it and beside what holds it (`type: SSN`), the header of
 * its column, and the question whose id it stands under. The nearest is told first.
 */

/** So far a label's value, a wrapped answer and a row of cells lie below what the label stands in. */
const MAX_CLIMB = 7;
/** A label lies so deep in what is called one. */
const MAX_LABEL_DEPTH = 4;
/** So many headers are compared with each value, on average. Where there are more, the next counts as its own: one may be. */
const MAX_WORK = 64;

/** A label beside values, and the stem of its name. */
type Labelled = { readonly stem: string; readonly label: Label; readonly by: number };

/** Those of a container; of a kind, the first that says anything. A general one is of whatever stands beside it. */
type Labels = {
  readonly byStem: ReadonlyMap<string, Labelled | null>;
  readonly general: Labelled | null;
  /** Another member is the value, so that an id is the record's. */
  readonly besideValue: boolean;
};

/** Numbers that say themselves what they are of. */
const RECORD_NUMBER =
  /^(?:request|order|trace|correlation|session|transaction|event|batch|job|ticket|inquiry|report|bureau|subscriber|loan|invoice|policy|task|alert)(?:id|number|num|nbr|no|code)$/;
/** Of a record, where no label says more. */
export const OWN_NUMBER = /(?:identifier|number|id)$/;
/** Labels of these stems name whatever stands beside them. */
const GENERAL_STEM =
  /^(?:id|tab|display|header|input|control|field|attribute|property|column|item|key|param|question|doc|document|identity|data|value|scheme|node|tag|element|local|answer|aria|fieldchanged|instance|category|reason|message|alert|govissuedident|ident|name|entity|infotype)?\d*$|identif(?:ier|ication)$/;
const COUNTED_STEM = /.\d$/;

/** What a label says of the values beside it. */
const EVIDENCE: Readonly<Record<Label, Evidence>> = {
  sure: 'named',
  likely: 'likely',
  about: 'likely',
  taxpayer: 'taxpayer',
  other: 'other',
};

export class Scopes {
  readonly #reader: Reader;
  readonly #structure: Structure;
  readonly #questions: Questions;
  readonly #identifications: ReadonlySet<number>;
  /** By container around them and column. */
  readonly #headers: ReadonlyMap<string, readonly Header[]>;
  #work: number;
  readonly #labels = new Map<number, Labels>();
  readonly #members = new Map<number, readonly number[]>();

  constructor(reader: Reader, questions: Questions, identifications: ReadonlySet<number>) {
    this.#reader = reader;
    this.#structure = reader.structure;
    this.#questions = questions;
    this.#identifications = identifications;
    this.#headers = headersAround(reader);
    this.#work = MAX_WORK * reader.structure.length;
  }

  /** What governs a value, the nearest first. */
  over(entry: number): readonly Told[] {
    const told: Told[] = [];
    /** Whether all names so far may be those of what wraps a value. */
    let isWrapped = true;
    let isBelowHeader = false;
    let node = entry;
    for (let climb = 0; climb < MAX_CLIMB; climb++) {
      const container = this.#structure.parentOf(node);
      const name = this.#reader.nameOf(node);
      if (this.#questions.size > 0) told.push(...this.#asked(entry, node, container));
      const isRow = container >= 0 && this.#structure.kindOf(container) === ARRAY;
      if (container >= 0 && this.#headers.size > 0 && !isBelowHeader) {
        const above = this.#above(entry, node, container);
        isBelowHeader = above.length > 0;
        told.push(...above);
      }
      if (container < 0) break;
      if (!isRow && isWrapped && (this.#reader.near.has(container) || this.#identifications.has(container)))
        told.push(...this.#beside(entry, node, container));
      // What holds the value may be what a label beside it names.
      if (this.#structure.hasKey(node)) isWrapped &&= name.valueOf !== null && isNamed(name) && mayName('about', name);
      node = container;
    }
    return told;
  }

  /** A label among the members of a container governs the value of its own stem, a general one any other value. */
  #beside(entry: number, member: number, container: number): readonly Told[] {
    const ofIdentification = this.#identifications.has(container);
    const name = this.#reader.nameOf(member);
    const labels = this.#labelsIn(container, ofIdentification);
    const label = labelFor(name, labels);
    if (label === null || label.by === member || !mayName(label.label, name)) return [];
    if (!isNamed(name) && label.stem !== name.squashed) return [];
    if (name.isId && labels.besideValue) return [];
    const evidence = evidenceOf(label.label, name);
    if (evidence === 'other' && !ofIdentification && name.says !== 'taxpayer') return [];
    return [{ entry, evidence, because: this.#reader.shown(label.by) }];
  }

  #membersOf(container: number): readonly number[] {
    const known = this.#members.get(container);
    if (known !== undefined) return known;
    const members = this.#structure.membersOf(container);
    this.#members.set(container, members);
    return members;
  }

  #labelsIn(container: number, ofIdentification: boolean): Labels {
    const known = this.#labels.get(container);
    if (known !== undefined) return known;
    const byStem = new Map<string, Labelled | null>();
    for (const member of this.#membersOf(container)) {
      const { labelOf: stem } = this.#reader.nameOf(member);
      if (stem === null) continue;
      const by = this.#labelWithin(member, ofIdentification, 0);
      const label = by < 0 ? null : this.#reader.labelOf(by, ofIdentification);
      if (label !== null) byStem.set(stem, firstOf([byStem.get(stem) ?? null, { stem, label, by }]));
      // `field_name_2: "Order"` says that `field_value_2` is no number of another field.
      else if (COUNTED_STEM.test(stem) && !byStem.has(stem)) byStem.set(stem, null);
    }
    const found = [...byStem.values()].filter((label) => label !== null);
    const labels = {
      byStem,
      general: firstOf(found.filter(({ stem }) => GENERAL_STEM.test(stem))),
      besideValue: this.#membersOf(container).some((member) => isOtherValue(this.#reader.nameOf(member))),
    };
    this.#labels.set(container, labels);
    return labels;
  }

  /** The string that says something, in what is called a label; -1: none. */
  #labelWithin(entry: number, ofIdentification: boolean, depth: number): number {
    if (!this.#structure.isContainer(entry)) return this.#reader.labelOf(entry, ofIdentification) === null ? -1 : entry;
    if (depth === MAX_LABEL_DEPTH) return -1;
    for (const member of this.#membersOf(entry)) {
      const found = this.#labelWithin(member, ofIdentification, depth + 1);
      if (found >= 0) return found;
    }
    return -1;
  }

  /** The question under whose id it stands, or whose id stands beside it: `{q7: …}`, `{questionId: "q7", answer: …}`. */
  #asked(entry: number, node: number, container: number): readonly Told[] {
    const key = this.#structure.keyOf(node);
    const isAnswer = container >= 0 && this.#reader.nameOf(node).valueOf !== null && !isIdName(key);
    const ids = [key, ...(isAnswer ? idsIn(this.#reader, container, true) : [])];
    return ids.flatMap((id) => {
      const evidence = this.#questions.get(id);
      return evidence === undefined ? [] : [{ entry, evidence, because: `the field ${id}` }];
    });
  }

  /** The nearest header of its column, when it is a cell of a row. */
  #above(entry: number, node: number, row: number): readonly Told[] {
    const structure = this.#structure;
    const index = lastAtMost(this.#membersOf(row), node);
    const told: Told[] = [];
    for (let up = structure.parentOf(row), climb = 0; up >= 0 && climb < MAX_CLIMB && told.length === 0; climb++) {
      for (const header of this.#headers.get(`${up} ${index}`) ?? []) {
        const said = header.columns.get(index);
        const isCompared = this.#work-- > 0;
        if (said === undefined || (isCompared && !isBelow(this.#reader, header, row))) continue;
        told.push({ entry, evidence: said.evidence, because: `column ${this.#reader.shown(said.label)}` });
        if (!isCompared) return told;
      }
      up = structure.parentOf(up);
    }
    return told;
  }
}

function headersAround(reader: Reader): ReadonlyMap<string, readonly Header[]> {
  const around = new Map<string, Header[]>();
  for (const header of headersOf(reader)) {
    let container = reader.structure.parentOf(header.row);
    for (let climb = 0; climb < MAX_CLIMB && container >= 0; climb++) {
      for (const column of header.columns.keys()) {
        const headers = around.get(`${container} ${column}`);
        if (headers === undefined) around.set(`${container} ${column}`, [header]);
        else headers.push(header);
      }
      container = reader.structure.parentOf(container);
    }
  }
  return around;
}

/** Whether a label beside it may name a value with this name. */
export function isNamed(name: Name): boolean {
  return (
    (name.valueOf !== null || name.part || name.says === 'taxpayer') && (name.other === null || name.other === 'aside')
  );
}

/** A value that an id beside it leaves to be the record's. */
export function isOtherValue(name: Name): boolean {
  return !name.isId && isNamed(name);
}

/** A sentence about numbers is no label where another says what a value is. */
function firstOf(labels: readonly (Labelled | null)[]): Labelled | null {
  const said = labels.filter((label) => label !== null);
  return said.find(({ label }) => label !== 'about') ?? said[0] ?? null;
}

function labelFor(name: Name, { byStem, general }: Labels): Labelled | null {
  const stem = name.valueOf ?? '';
  const own = byStem.get(stem) ?? (name.squashed === '' ? undefined : byStem.get(name.squashed));
  if (own === undefined && !byStem.has(stem)) return general;
  return own?.label === 'about' ? (general ?? own) : (own ?? null);
}

/** Whether a label can mean a value of this name: `requestId`, `claimNumber` beside `type: SSN` are numbers of their own. */
function mayName(label: Label, { squashed, valueOf: stem }: Name): boolean {
  const isOwn = OWN_NUMBER.test(squashed) && !GENERAL_STEM.test(stem ?? '');
  return !(label === 'about' && isOwn) && !RECORD_NUMBER.test(squashed);
}

function evidenceOf(label: Label, name: Name): Evidence {
  return name.weak && label === 'sure' ? 'likely' : EVIDENCE[label];
}
