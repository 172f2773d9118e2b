import { judgeKey, judgeLabel, type KeyJudgement, type LabelJudgement, UNNAMED } from './key-rules.ts';
import type { ValueFormat } from './named-values.ts';
import { endOf, hasKey, keyOf, kindOf, NUMBER, nextOf, OBJECT, STRING, startOf, type Tape } from './tape.ts';

/** A value, its name, and what a label beside it says that it is. */
export type LabelledValue = {
  readonly entry: number;
  readonly key: KeyJudgement;
  readonly label: LabelJudgement;
};

/**
 * Rule 2: labels among the members of one container and the values that they name. A label names the value of its own
 * stem (`TaxpayerIdentifierType`, `TaxpayerIdentifierValue`), a general one (`type`, `name`) any other value beside it.
 * `ofIdentification`: the container is known to hold a person's identifications.
 */
export function labelledValues(
  tape: Tape,
  container: number,
  format: ValueFormat,
  ofIdentification: boolean,
): readonly LabelledValue[] {
  /** By stem; the first of a kind counts. */
  const labels = new Map<string, LabelJudgement>();
  let general: LabelJudgement | null = null;
  for (const entry of members(tape, container)) {
    const of = hasKey(tape, entry) ? judgeKey(format.textOf(keyOf(tape, entry))).labelOf : null;
    if (of === null) continue;
    const judgement = firstOf(labelTexts(tape, entry, format), (text) => judgeLabel(text, ofIdentification));
    if (judgement === null) continue;
    if (!labels.has(of)) labels.set(of, judgement);
    if (isGeneral(of)) general ??= judgement;
  }
  if (labels.size === 0) return [];
  const values: LabelledValue[] = [];
  for (const entry of members(tape, container)) {
    const kind = kindOf(tape, entry);
    const key = hasKey(tape, entry) ? judgeKey(format.textOf(keyOf(tape, entry))) : UNNAMED;
    if ((key.valueOf === null && !key.part) || key.other || (kind !== STRING && kind !== NUMBER)) continue;
    const label = labels.get(key.valueOf ?? '') ?? general;
    if (label !== null) values.push({ entry, key, label });
  }
  return values;
}

function* members(tape: Tape, container: number): Generator<number> {
  const end = nextOf(tape, container);
  for (let entry = container + 1; entry < end; entry = nextOf(tape, entry)) yield entry;
}

/** A label is a string, or an object of code and description. */
function labelTexts(tape: Tape, entry: number, format: ValueFormat): string[] {
  if (kindOf(tape, entry) === STRING) return [format.textOf(tape.text.slice(startOf(tape, entry), endOf(tape, entry)))];
  if (kindOf(tape, entry) !== OBJECT) return [];
  return [...members(tape, entry)]
    .filter((child) => kindOf(tape, child) === STRING)
    .map((child) => format.textOf(tape.text.slice(startOf(tape, child), endOf(tape, child))));
}

function firstOf<T, R>(items: readonly T[], judge: (item: T) => R | null): R | null {
  for (const item of items) {
    const judgement = judge(item);
    if (judgement !== null) return judgement;
  }
  return null;
}

/** Labels that name whatever stands beside them: `type`, `name`, `IdentifierType`. */
function isGeneral(of: string): boolean {
  return of === '' || of === 'id' || of.endsWith('identifier') || of.endsWith('identification');
}
