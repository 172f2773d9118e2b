import { judgeKey, type LabelJudgement } from './key-rules.ts';
import type { LabelReader } from './sibling-labels.ts';
import { STRING } from './token-index.ts';

/** A pair is a name, a value and perhaps a few remarks. */
const MAX_MEMBERS = 8;
const MAX_NAME = 64;
const TYPE = /type(?:code|cd|description)?$/;

/**
 * Types that a list of pairs tells in pairs of their own: `[{name: "TaxpayerIdentifierType", value:
 * "EmployerIdentificationNumber"}, {name: "TaxpayerIdentifierValue", value: …}]`. A type is that of the number before it
 * that has none yet, else of the next one. Each list is read once.
 *
 * @returns tells whether a pair of a taxpayer's number stands in a list with a pair that says it is an employer's
 */
export function employerPairs(reader: LabelReader): (pair: number) => boolean {
  const { tokens } = reader;
  const read = new Set<number>();
  const ofEmployer = new Set<number>();
  return (pair) => {
    const list = pair < 0 ? -1 : tokens.parentOf(pair);
    if (list >= 0 && !read.has(list)) readList(list);
    return ofEmployer.has(pair);
  };

  function readList(list: number): void {
    read.add(list);
    let waiting = -1;
    let type: LabelJudgement | null = null;
    for (const pair of tokens.membersOf(list)) {
      const is = tokens.isContainer(pair) ? judgePair(pair) : null;
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
    for (const member of tokens.membersOf(pair, MAX_MEMBERS)) {
      if (tokens.kindOf(member) !== STRING) continue;
      const key = judgeKey(tokens.decode(tokens.spelling(member, MAX_NAME)));
      if (key.labelOf !== null && TYPE.test(key.name) && judgeKey(key.labelOf).says === 'taxpayer') isType = true;
      else if (key.says === 'taxpayer') isNumber = true;
      else says ??= reader.judge(member, false);
    }
    if (isType) return says;
    return isNumber ? 'number' : null;
  }
}
