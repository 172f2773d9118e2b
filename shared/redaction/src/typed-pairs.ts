import { judgeKey, type LabelJudgement } from './key-rules.ts';
import type { LabelReader } from './sibling-labels.ts';
import { isContainer } from './table-cells.ts';
import { endOf, kindOf, nextOf, parentOf, STRING, startOf } from './tape.ts';

export type TypedPairs = {
  /** Whether a pair of a taxpayer's number stands in a list with a pair that says it is an employer's. */
  readonly isOfEmployer: (pair: number) => boolean;
};

/** A pair is a name, a value and perhaps a few remarks. */
const MAX_MEMBERS = 8;

/**
 * Types that a list of pairs tells in pairs of their own: `[{name: "TaxpayerIdentifierType", value:
 * "EmployerIdentificationNumber"}, {name: "TaxpayerIdentifierValue", value: …}]`. A type is that of the number before it
 * that has none yet, else of the next one. Each list is read once.
 */
export function createTypedPairs(reader: LabelReader): TypedPairs {
  const { tape } = reader;
  const read = new Set<number>();
  const ofEmployer = new Set<number>();
  return { isOfEmployer };

  function isOfEmployer(pair: number): boolean {
    const list = pair < 0 ? -1 : parentOf(tape, pair);
    if (list < 0) return false;
    if (!read.has(list)) readList(list);
    return ofEmployer.has(pair);
  }

  function readList(list: number): void {
    read.add(list);
    let waiting = -1;
    let type: LabelJudgement | null = null;
    for (let pair = list + 1; pair < nextOf(tape, list); pair = nextOf(tape, pair)) {
      if (!isContainer(tape, pair)) continue;
      const is = judgePair(pair);
      if (is === null) continue;
      if (is === 'number') {
        if (type === 'employer') ofEmployer.add(pair);
        waiting = type === null ? pair : -1;
        type = null;
      } else if (waiting >= 0) {
        if (is === 'employer') ofEmployer.add(waiting);
        waiting = -1;
      } else type = is;
    }
  }

  /** A pair that holds a taxpayer's number, or what one says of it. */
  function judgePair(pair: number): 'number' | LabelJudgement | null {
    let isType = false;
    let isNumber = false;
    let says: LabelJudgement | null = null;
    let members = 0;
    for (let member = pair + 1; member < nextOf(tape, pair); member = nextOf(tape, member)) {
      if (++members > MAX_MEMBERS) return null;
      if (kindOf(tape, member) !== STRING) continue;
      const text = reader.textOf(spelling(member));
      const key = judgeKey(text);
      if (key.labelOf !== null && TYPE.test(key.name) && judgeKey(key.labelOf).says === 'taxpayer') isType = true;
      else if (key.says === 'taxpayer') isNumber = true;
      else says ??= reader.judge(member, false);
    }
    if (isType) return says;
    return isNumber ? 'number' : null;
  }

  function spelling(member: number): string {
    const start = startOf(tape, member);
    return tape.text.slice(start, Math.min(endOf(tape, member), start + MAX_NAME));
  }
}

const MAX_NAME = 64;
const TYPE = /type(?:code|cd|description)?$/;
