import { scoreModelName } from '@fundlens/read-models/contacts/score-model';
import type { ReportScore } from '@fundlens/read-models/contacts/slots';
import { type StatedScore, statedScores } from './report-scores.ts';
import { asList, firstOf, leavesOf, plainName } from './report-tree.ts';
import { textOf } from './report-values.ts';

/** What keeps a score from being higher, the weightiest first. `text` is null for a code that we have no words for. */
export type ScoreFactor = { readonly code: string | null; readonly text: string | null };
export type ExplainedScore = { readonly score: ReportScore; readonly factors: readonly ScoreFactor[] };

/** Scores come with four or five. */
const MAX_FACTORS = 6;
/** TransUnion nests its factors in the model's score. */
const MAX_DEPTH = 4;

/** Where factors stand: in the node of the score, or beside it (MISMO 3). */
const FACTOR_LISTS = new Set([
  'factor',
  'factors',
  'scorefactors',
  'reasons',
  'creditscorefactor',
  'creditscorefactors',
]);
const CODE = ['code', 'creditscorefactorcode', 'reasoncode', 'bureaucode', 'symbol', 'factor.symbol', ''];
const TEXT = ['text', 'creditscorefactortext', 'description', 'factortext', 'factor.description', 'code.description'];

/** @throws InvalidError `report_not_json` */
export function explainedScores(report: Uint8Array, format: string): ExplainedScore[] {
  return statedScores(report, format).map((stated) => ({ score: stated.score, factors: factorsOf(stated) }));
}

function factorsOf(stated: StatedScore): ScoreFactor[] {
  const { node, holder } = stated;
  const found: ScoreFactor[] = [];
  collect(node, 0, found);
  if (found.length === 0 && 'CREDIT_SCORE_FACTORS' in holder) collect(holder, 0, found);
  const texts = factorTexts(stated);
  return found
    .slice(0, MAX_FACTORS)
    .map(({ code, text }) => ({ code, text: text ?? texts?.get(shortCode(code)) ?? null }));
}

function collect(node: unknown, depth: number, found: ScoreFactor[]): void {
  if (node === null || typeof node !== 'object' || depth > MAX_DEPTH || found.length >= MAX_FACTORS) return;
  // Of a list the first item counts, as it does for the score.
  const single: unknown = Array.isArray(node) ? node[0] : node;
  if (single === null || typeof single !== 'object') return;
  for (const [name, value] of Object.entries(single)) {
    if (!FACTOR_LISTS.has(plainName(name))) {
      collect(value, depth + 1, found);
      continue;
    }
    for (const item of asList(value).slice(0, MAX_FACTORS)) {
      const factor = factorIn(item);
      if (factor === null) collect(item, depth + 1, found);
      else found.push(factor);
    }
  }
}

function factorIn(item: unknown): ScoreFactor | null {
  const leaves = leavesOf(item);
  const [code, text] = [textOf(firstOf(leaves, CODE)), textOf(firstOf(leaves, TEXT))];
  return code === null && text === null ? null : { code, text };
}

/** `00010`, `010` and `10` are one code. */
function shortCode(code: string | null): string {
  return (code ?? '').replace(/^0+(?=.)/, '');
}

/** Codes of other models mean other things: words stand only for those of a model that is known to be FICO's. */
function factorTexts({ score, node }: StatedScore): ReadonlyMap<string, string> | null {
  const name = scoreModelName(score) ?? '';
  const stated = leavesOf(node).get('type');
  if (!name.startsWith('FICO Score') && stated !== 'FICO') return null;
  return score.bureau === 'transunion' ? TRANSUNION_TEXTS : FICO_TEXTS;
}

/**
 * FICO's reason codes, in short words: those on which the lists of the three bureaus agree
 * (creditinfocenter.com/risk-factor-reason-codes-what-they-mean-on-your-credit-report, crecreditservices.com).
 */
const COMMON_TEXTS = [
  ['1', 'Amount owed on accounts is too high'],
  ['2', 'Level of delinquency on accounts'],
  ['5', 'Too many accounts with balances'],
  ['6', 'Too many consumer finance accounts'],
  ['7', 'Payment history is too new to rate'],
  ['8', 'Too many inquiries in the last 12 months'],
  ['9', 'Too many accounts opened recently'],
  ['10', 'Balances are too high for the limits of revolving accounts'],
  ['11', 'Amount owed on revolving accounts is too high'],
  ['12', 'Age of revolving accounts'],
  ['13', 'Time since delinquency is too short or unknown'],
  ['14', 'Age of accounts'],
  ['15', 'No recent bank revolving information'],
  ['16', 'No recent revolving account information'],
  ['17', 'No recent non-mortgage balance information'],
  ['18', 'Number of accounts with delinquency'],
  ['20', 'Time since public record or collection is too short'],
  ['21', 'Amount past due on accounts'],
  ['22', 'Serious delinquency, public record or collection'],
  ['24', 'No recent revolving balances'],
  ['26', 'Number of revolving accounts'],
  ['28', 'Number of established accounts'],
  ['30', 'Time since the latest account was opened is too short'],
  ['38', 'Serious delinquency, and public record or collection'],
  ['39', 'Serious delinquency'],
  ['40', 'Derogatory public record or collection'],
] as const;

const FICO_TEXTS: ReadonlyMap<string, string> = new Map([
  ...COMMON_TEXTS,
  ['3', 'Too few bank revolving accounts'],
  ['4', 'Too many bank or national revolving accounts'],
  ['19', 'Too few accounts are paid as agreed'],
  ['23', 'Number of bank or national revolving accounts with balances'],
  ['32', 'No recent installment loan information'],
  ['33', 'Loan balances are too high for the loan amounts'],
]);
const TRANSUNION_TEXTS: ReadonlyMap<string, string> = new Map([
  ...COMMON_TEXTS,
  ['3', 'Loan balances are too high for the loan amounts'],
  ['4', 'No recent installment loan information'],
  ['19', 'Latest inquiry is too recent'],
  ['27', 'Too few accounts are paid as agreed'],
  ['29', 'No recent bankcard balances'],
]);
