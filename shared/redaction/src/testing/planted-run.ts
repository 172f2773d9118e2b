import { redactJsonText } from '../redact-json-text.ts';
import type { PlantedCell } from './planted-cells.ts';
import { documentText, type PlantedDocument, plantedDocument } from './planted-documents.ts';
import { recoverableInJson } from './planted-number-oracle.ts';

/** What a run has counted: values, not documents. */
export type Tally = {
  planted: number;
  leaked: number;
  benign: number;
  altered: number;
  /** Cells in which the oracle did not find the number before redaction: they prove nothing and are not counted. */
  unproven: number;
};

/** One value that leaked or was altered, in the smallest document that shows it. All numbers are synthetic. */
export type Miss = {
  readonly kind: 'leaked' | 'altered';
  readonly documentSeed: number;
  readonly shape: string;
  readonly path: string;
  readonly form: string;
  readonly before: string;
  readonly after: string;
};

/** A run that fails everywhere would fill the memory. */
const MAX_MISSES = 50;
/** Any other people. */
const CONTROL_OFFSET = 7_654_321;

export function emptyTally(): Tally {
  return { planted: 0, leaked: 0, benign: 0, altered: 0, unproven: 0 };
}

/** Generates one document, redacts it and looks for what it planted; adds to the tally and to the misses. */
export function runDocument(documentSeed: number, tally: Tally, misses: Miss[]): void {
  const document = plantedDocument(documentSeed);
  const numbersOf = (cells: readonly PlantedCell[]): Set<string> => new Set(cells.map(({ number }) => number));
  const counted = document.planted.filter((cell) => recoverableInJson(cell.json, numbersOf([cell])).size > 0);
  tally.planted += counted.length;
  tally.unproven += document.planted.length - counted.length;
  const redacted = redactWhole(document, documentSeed);
  const left = recoverableInJson(redacted, numbersOf(counted));
  if (left.size > 0) for (const miss of leaksOf(document, documentSeed, left)) note(miss, tally, misses);
  const after = (JSON.parse(redacted) as { benign: unknown[] }).benign;
  document.benign.forEach((cell, i) => {
    tally.benign += cell.values;
    const values = JSON.stringify(after[i]);
    if (redacted.includes(cell.json) && values === JSON.stringify(JSON.parse(cell.json))) return;
    // So many digits stand in a long text that now and then some are one of the document's numbers.
    if (recoverableInJson(cell.json, numbersOf(document.planted)).size > 0) return;
    const { shape } = document;
    note(
      { kind: 'altered', documentSeed, shape, path: `benign[${i}]`, form: cell.name, before: cell.json, after: values },
      tally,
      misses,
    );
  });
}

/** A document that is refused was not searched: the run ends and says which it was. */
function redactWhole(document: PlantedDocument, documentSeed: number): string {
  try {
    return redactJsonText(documentText(document)).text;
  } catch (cause) {
    throw new Error(`the redactor failed on document ${documentSeed} (${document.shape})`, { cause });
  }
}

function note(miss: Miss, tally: Tally, misses: Miss[]): void {
  tally[miss.kind]++;
  if (misses.length < MAX_MISSES) misses.push(miss);
}

/**
 * Finds out which cells leak by redacting them one by one beside the report that names their numbers. A number that is
 * found as well where it was never planted (the same document about other people) is a coincidence of digits.
 */
function leaksOf(document: PlantedDocument, documentSeed: number, left: ReadonlySet<string>): Miss[] {
  const control = redactJsonText(documentText(plantedDocument(documentSeed, CONTROL_OFFSET))).text;
  const coincidences = recoverableInJson(control, left);
  const leaks: Miss[] = [];
  for (const number of left) {
    if (coincidences.has(number)) continue;
    const cells = document.planted.map((cell, index) => ({ cell, index })).filter(({ cell }) => cell.number === number);
    const before = leaks.length;
    for (const { cell, index } of cells) {
      const redacted = redactJsonText(documentText({ ...document, planted: [cell], benign: [] })).text;
      if (!recoverableInJson(redacted, new Set([number])).has(number)) continue;
      const after = redacted.slice(redacted.indexOf('"planted":['));
      leaks.push({
        ...placeOf(document, documentSeed),
        path: `planted[${index}]`,
        form: cell.form,
        before: cell.json,
        after,
      });
    }
    if (leaks.length > before) continue;
    // No cell shows it alone.
    leaks.push({
      ...placeOf(document, documentSeed),
      path: 'only in the whole document',
      form: cells.map(({ cell }) => cell.form).join('; '),
      before: number,
      after: '',
    });
  }
  return leaks;
}

function placeOf({ shape }: PlantedDocument, documentSeed: number): Pick<Miss, 'kind' | 'documentSeed' | 'shape'> {
  return { kind: 'leaked', documentSeed, shape };
}

/** Every document has a seed of its own, so that one can be run again by itself. */
export function documentSeedOf(seed: number, index: number): number {
  return (Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0x85ebca6b)) >>> 0;
}

export function lineOf(tally: Tally, seed: number): string {
  const { planted, leaked, benign, altered } = tally;
  return `redaction: planted ${planted}, leaked ${leaked}, benign ${benign}, altered ${altered}, seed ${seed}`;
}

export function textOfMiss({ kind, documentSeed, shape, path, form, before, after }: Miss): string {
  return `${kind} in ${shape} at ${path} (document ${documentSeed}): ${form}\n  before: ${middleOf(before)}\n  after:  ${middleOf(after)}`;
}

const MAX_SHOWN = 600;

/** In a long text the cell stands in the middle. */
function middleOf(text: string): string {
  const cut = Math.max(0, (text.length - MAX_SHOWN) >> 1);
  return cut === 0 ? text : `… ${text.slice(cut, text.length - cut)} …`;
}
