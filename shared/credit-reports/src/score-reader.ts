import { scoreModelName } from '@fundlens/read-models/contacts/score-model';
import type { ReportScore, ScoreReading } from '@fundlens/read-models/contacts/slots';
import type { ExplainedScore, ScoreFactor } from './credit-file.ts';
import { type NodeShape, NodeValues } from './node-values.ts';
import { bureauName } from './report-bureaus.ts';
import { FACTOR, SCORES, type ScoreValue, SUMMARY_SCORE, SUMMARY_SCORE_MARK, sectionOf } from './report-names.ts';
import { asList, type Member, plainName } from './report-tree.ts';
import { nameOf } from './report-values.ts';
import { FICO_TEXTS, TRANSUNION_FICO_TEXTS } from './score-factor-texts.ts';

/** The ranges of all consumer models lie within; what lies outside is a code for "no score", such as 9002 or 0004. */
const LOWEST_SCORE = 150;
const HIGHEST_SCORE = 999;
/** As bureaus write whole numbers: with a sign, padded with zeros, or with an empty fraction. */
const WHOLE_NUMBER = /^[+-]?[0-9]{1,6}(\.0{1,3})?$/;

/** `715`, `"715"`, `"+715"`, `"0715"` are scores; everything else says why there is none. */
export function readScore(stated: string | number | null): ScoreReading {
  const text = stated === null ? '' : String(stated).trim();
  const code = nameOf(text);
  if (!WHOLE_NUMBER.test(text)) return { score: null, reason: /[0-9]/.test(text) ? 'unreadable' : 'not_scored', code };
  const number = Number(text);
  if (number >= LOWEST_SCORE && number <= HIGHEST_SCORE) return { score: number, reason: null, code: null };
  return { score: null, reason: number > 0 ? 'excluded' : 'not_scored', code };
}

export function scoresIn({ name, value, holder }: Member): ExplainedScore[] {
  if (name === SUMMARY_SCORE_MARK) return explained(holder, SUMMARY_SCORE, null);
  const kind = SCORES.get(name);
  return kind === undefined ? [] : asList(value).flatMap((node) => explained(node, kind.shape, kind.bureau));
}

/** Codes of FICO's models. Which version each is, no public source says that we could read. */
const FICO_CODES = new Set(['equifax:05453', 'experian:F', 'transunion:00P02', 'transunion:00Q88']);

/** @param usual the bureau of a node that names none */
function explained(node: unknown, shape: NodeShape<ScoreValue>, usual: string | null): ExplainedScore[] {
  const values = new NodeValues(node, shape);
  const exclusion = nameOf(values.first('exclusion'));
  const stated = values.first('score');
  if (typeof stated === 'boolean' || (!values.has('score') && exclusion === null)) return [];
  const reading = readScore(stated);
  const [bureau, models] = [values.first('bureau'), values.statements('model')];
  // MISMO writes `Other` where its enumeration lacks the model, and the name beside it.
  const model = models[0] === 'Other' ? (models[1] ?? 'Other') : (models[0] ?? null);
  const score: ReportScore = {
    bureau: bureau === null ? usual : bureauName(String(bureau)),
    model: nameOf(model),
    ...(reading.score === null && exclusion !== null ? { score: null, reason: 'excluded', code: exclusion } : reading),
  };
  const isFico =
    models.includes('FICO') ||
    FICO_CODES.has(`${score.bureau}:${score.model}`) ||
    (scoreModelName(score) ?? '').startsWith('FICO Score');
  const factors = factorsIn(node);
  return [{ score, isFico, factors: isFico ? factors.map((factor) => withText(factor, score.bureau)) : factors }];
}

/** Scores come with four or five. */
const MAX_FACTORS = 6;
/** TransUnion nests its factors in the model's score. */
const MAX_DEPTH = 4;

function factorsIn(node: unknown, depth = 0): ScoreFactor[] {
  // Of a list the first item counts, as it does for the score.
  const single: unknown = Array.isArray(node) ? node[0] : node;
  if (single === null || typeof single !== 'object' || depth > MAX_DEPTH) return [];
  const found = Object.entries(single).flatMap(([name, value]) => {
    if (sectionOf(plainName(name)) !== FACTOR) return factorsIn(value, depth + 1);
    return asList(value)
      .slice(0, MAX_FACTORS)
      .flatMap((item) => factorIn(item) ?? factorsIn(item, depth + 1));
  });
  return found.slice(0, MAX_FACTORS);
}

function factorIn(item: unknown): ScoreFactor | null {
  const values = new NodeValues(item, FACTOR);
  const [code, text] = [values.text('code'), values.text('text')];
  return code === null && text === null ? null : { code, text };
}

/** Words stand only for codes of a model that is known to be FICO's: those of other models mean other things. */
function withText({ code, text }: ScoreFactor, bureau: string | null): ScoreFactor {
  const texts = bureau === 'transunion' ? TRANSUNION_FICO_TEXTS : FICO_TEXTS;
  // `00010`, `010` and `10` are one code.
  return { code, text: text ?? texts.get((code ?? '').replace(/^0+(?=.)/, '')) ?? null };
}
