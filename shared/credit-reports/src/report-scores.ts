import type { ReportScore, ScoreReading } from '@fundlens/read-models/contacts/slots';
import { InvalidError } from '@fundlens/runtime/errors';
import { parsedReport } from './report-json.ts';
import { plainName, walkReport } from './report-tree.ts';

type NoScoreReason = Exclude<ScoreReading['reason'], null>;

/**
 * Where a bureau's JSON keeps its scores. Names are plain (`plainName`), because the same report exists with
 * each writing. A path is tried from each node; what stands in a list counts as its first item.
 */
type ScoreShape = {
  /** The name of the member whose value, or whose items, are score nodes. */
  readonly member: string;
  /** The member only marks its object as a score node. */
  readonly marks?: true;
  readonly score: readonly string[];
  /** Where the report says why there is no score. */
  readonly exclusion: readonly string[];
  readonly model: readonly string[];
  readonly bureau: readonly string[];
  /** Whose score it is when the node does not say. */
  readonly defaultBureau: string | null;
};

const EQUIFAX: ScoreShape = {
  member: 'models',
  score: ['score'],
  exclusion: ['rejects.code', 'rejects', 'reject.code'],
  model: ['modelnumber', 'modelidentifier', 'modelindicator', 'type', 'name'],
  bureau: [],
  defaultBureau: 'equifax',
};
const EXPERIAN: ScoreShape = {
  member: 'riskmodel',
  score: ['score'],
  exclusion: [],
  model: ['modelindicator', 'modelindicator.code'],
  bureau: [],
  defaultBureau: 'experian',
};
/** One report flattens the add-on to `{scoreModel: {score: {results}}}`, another to `{scoreModel: {score}}`. */
const TRANSUNION: readonly ScoreShape[] = ['addonproducts', 'addonproduct'].map((member) => ({
  member,
  score: ['scoremodel.score.results', 'scoremodel.score', 'scoremodel.results', 'results'],
  exclusion: ['scoremodel.score.noscorereason', 'scoremodel.noscorereason', 'noscorereason'],
  model: ['scoremodel.name', 'scoremodel.code', 'code'],
  bureau: [],
  defaultBureau: 'transunion',
}));
const MISMO_2: ScoreShape = {
  member: 'creditscore',
  score: ['value'],
  exclusion: ['exclusionreasontype'],
  model: ['modelnametype', 'modelnametypeotherdescription'],
  bureau: ['creditrepositorysourcetype'],
  defaultBureau: null,
};
const MISMO_3: ScoreShape = {
  member: 'creditscoredetail',
  score: ['creditscorevalue'],
  exclusion: ['creditscoreexclusionreasontype'],
  model: ['creditscoremodelnametype', 'creditscoremodelnametypeotherdescription'],
  bureau: ['creditrepositorysourcetype'],
  defaultBureau: null,
};
const TRUELINK: ScoreShape = {
  member: 'creditscore',
  score: ['riskscore'],
  exclusion: ['noscorereason.description', 'noscorereason.abbreviation', 'noscorereason.symbol', 'noscorereason'],
  model: ['scorename', 'creditscoremodel.abbreviation', 'creditscoremodel.symbol'],
  bureau: ['source.bureau', 'bureau'].flatMap((path) =>
    ['.abbreviation', '.symbol', '.description', ''].map((name) => path + name),
  ),
  defaultBureau: null,
};
/** Soft-pull feeds state one score, as a plain value or with its bureau. The empty path is the node itself. */
const SOFT_PULL: ScoreShape = {
  member: 'creditscore',
  score: ['', 'score'],
  exclusion: [],
  model: ['model'],
  bureau: ['bureau'],
  defaultBureau: null,
};
/** Summaries put the score among their figures; the level of risk beside it tells that it is of a person's credit. */
const FLAT_SUMMARY: ScoreShape = {
  member: 'risklevel',
  marks: true,
  score: ['score'],
  exclusion: [],
  model: ['model'],
  bureau: ['bureau'],
  defaultBureau: null,
};

const SHAPES: ReadonlyMap<string, readonly ScoreShape[]> = new Map<string, readonly ScoreShape[]>([
  ['equifax', [EQUIFAX]],
  ['experian', [EXPERIAN]],
  ['transunion', TRANSUNION],
  ['mismo2', [MISMO_2]],
  ['mismo3', [MISMO_3, MISMO_2]],
  ['truelink', [TRUELINK]],
  ['other', [SOFT_PULL, FLAT_SUMMARY, EQUIFAX, EXPERIAN, ...TRANSUNION, MISMO_2, MISMO_3, TRUELINK]],
]);

/** A merged report has three bureaus and a few models each. */
const MAX_SCORES = 24;
const MAX_NAME_LENGTH = 64;
/** The ranges of all consumer models lie within; what lies outside is a code for "no score", such as 9002 or 0004. */
const LOWEST_SCORE = 150;
const HIGHEST_SCORE = 999;

const BUREAUS: ReadonlyMap<string, string> = new Map([
  ['efx', 'equifax'],
  ['eqf', 'equifax'],
  ['eqx', 'equifax'],
  ['equifax', 'equifax'],
  ['exp', 'experian'],
  ['xpn', 'experian'],
  ['experian', 'experian'],
  ['tu', 'transunion'],
  ['tuc', 'transunion'],
  ['transunion', 'transunion'],
]);

/**
 * The scores that a report states, in its order, without repetitions, read from the shapes that we know; an unknown
 * shape has none.
 * @param report redacted UTF-8 JSON
 * @throws InvalidError `report_not_json`
 */
export function reportScores(report: Uint8Array, format: string): ReportScore[] {
  return statedScores(report, format).map(({ score }) => score);
}

/** A score, and where it stands: `holder` has the node as a member. */
export type StatedScore = { readonly score: ReportScore; readonly node: unknown; readonly holder: object };

/** @throws InvalidError `report_not_json` */
export function statedScores(report: Uint8Array, format: string): StatedScore[] {
  const shapes = Map.groupBy(SHAPES.get(format) ?? [], ({ member }) => member);
  const found = new Map<string, StatedScore>();
  walkReport(parse(report), NOT_ASKED, (name, value, _, holder) => {
    for (const stated of scoresOf(shapes.get(name), { value, holder })) {
      const key = JSON.stringify(stated.score);
      if (found.size < MAX_SCORES && !found.has(key)) found.set(key, stated);
    }
    return found.size < MAX_SCORES ? 'deeper' : 'stop';
  });
  return [...found.values()];
}

/** A score is one wherever it stands: requests hold none. */
const NOT_ASKED = () => false;

function parse(report: Uint8Array): unknown {
  const root = parsedReport(report);
  if (root === undefined) throw new InvalidError('report_not_json', 'must be JSON text', { field: 'report' });
  return root;
}

const NO_SCORES: StatedScore[] = [];

function scoresOf(
  shapes: readonly ScoreShape[] | undefined,
  { value, holder }: { readonly value: unknown; readonly holder: object },
): StatedScore[] {
  if (shapes === undefined) return NO_SCORES;
  const nodes: unknown[] = Array.isArray(value) ? value : [value];
  return shapes.flatMap((shape) =>
    (shape.marks ? [holder] : nodes).flatMap((node) => {
      const score = scoreOf(shape, node);
      return score === null ? [] : [{ score, node, holder }];
    }),
  );
}

function scoreOf(shape: ScoreShape, node: unknown): ReportScore | null {
  const stated = firstOf(node, shape.score);
  const exclusion = nameOrNull(firstOf(node, shape.exclusion));
  if (stated === null && exclusion === null) return null;
  const bureau = firstOf(node, shape.bureau);
  const reading = readScore(stated);
  return {
    bureau: bureau === null ? shape.defaultBureau : bureauName(String(bureau)),
    model: nameOrNull(modelOf(node, shape.model)),
    ...(reading.score === null && exclusion !== null ? { score: null, reason: 'excluded', code: exclusion } : reading),
  };
}

/** The value at the first path that leads to text or a number. */
function firstOf(node: unknown, paths: readonly string[]): string | number | null {
  for (const path of paths) {
    const value = path === '' ? node : path.split('.').reduce(memberOf, node);
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  return null;
}

/** MISMO writes `Other` where its enumeration lacks the model, and the name beside it. */
function modelOf(node: unknown, paths: readonly string[]): string | number | null {
  const stated = firstOf(node, paths);
  return stated === 'Other' ? (firstOf(node, paths.slice(1)) ?? stated) : stated;
}

function memberOf(node: unknown, name: string): unknown {
  const single: unknown = Array.isArray(node) ? node[0] : node;
  if (single === null || typeof single !== 'object') return undefined;
  const member = Object.entries(single).find(([key]) => plainName(key) === name);
  return Array.isArray(member?.[1]) ? member[1][0] : member?.[1];
}

/** As bureaus write whole numbers: with a sign, padded with zeros, or with an empty fraction. */
const WHOLE_NUMBER = /^[+-]?[0-9]{1,6}(\.0{1,3})?$/;

/** `715`, `"715"`, `"+715"`, `"0715"` are scores; everything else says why there is none. */
export function readScore(stated: string | number | null): ScoreReading {
  const text = stated === null ? '' : String(stated).trim();
  const without = (reason: NoScoreReason): ScoreReading => ({ score: null, reason, code: nameOrNull(text) });
  if (!WHOLE_NUMBER.test(text)) return without(/[0-9]/.test(text) ? 'unreadable' : 'not_scored');
  const number = Number(text);
  if (number >= LOWEST_SCORE && number <= HIGHEST_SCORE) return { score: number, reason: null, code: null };
  return without(number > 0 ? 'excluded' : 'not_scored');
}

/** `equifax`, `experian` or `transunion` for every usual writing of them; other names as they are, null for blanks. */
export function bureauName(stated: string): string | null {
  return BUREAUS.get(plainName(stated.trim()).replaceAll(' ', '')) ?? nameOrNull(stated);
}

/** Well-formed, because a store replaces lone surrogates, and what is read back must render to the same bytes. */
function nameOrNull(stated: string | number | null): string | null {
  const name = stated === null ? '' : String(stated).trim().slice(0, MAX_NAME_LENGTH).toWellFormed();
  return name === '' ? null : name;
}
