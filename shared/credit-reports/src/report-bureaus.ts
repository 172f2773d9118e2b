import type { ReportScore } from '@fundlens/read-models/contacts/slots';
import { BUREAUS, type Bureau } from '@fundlens/read-models/dashboards/dashboard-measures';
import { UNSTATED } from './credit-file.ts';
import { plainName, rememberingWords } from './report-tree.ts';
import { nameOf } from './report-values.ts';

/**
 * The three bureaus in the order in which they are shown: how reports write them beside their names, as credit files do where
 * there is little room first, and where a person disputes what they report.
 */
export const USUAL_BUREAUS = new Map(
  Object.entries({
    equifax: {
      shown: 'Equifax',
      writings: ['efx', 'eqf', 'eqx'],
      address: 'Equifax Information Services LLC, P.O. Box 740256, Atlanta, GA 30374',
    },
    experian: {
      shown: 'Experian',
      writings: ['xpn', 'exp'],
      address: 'Experian, P.O. Box 4500, Allen, TX 75013',
    },
    transunion: {
      shown: 'TransUnion',
      writings: ['tuc', 'tu'],
      address: 'TransUnion Consumer Solutions, P.O. Box 2000, Chester, PA 19016',
    },
  }),
);

const NAMES: ReadonlyMap<string, string> = new Map(
  [...USUAL_BUREAUS].flatMap(([name, { writings }]) => [name, ...writings].map((writing) => [writing, name])),
);

/** `equifax`, `experian` or `transunion` for every usual writing of them; other names as they are, null for blanks. */
export const bureauName = rememberingWords(
  (stated) => NAMES.get(plainName(stated.trim()).replaceAll(' ', '')) ?? nameOf(stated),
);

/** As it is written on paper: `TUC` is TransUnion. */
export function shownBureau(stated: string): string {
  const name = bureauName(stated) ?? stated;
  return USUAL_BUREAUS.get(name)?.shown ?? (name === UNSTATED ? 'Bureau not stated' : name);
}

/** The bureaus that a report counts for: as stated; else what its format or its scores name. Each once, in fixed order. */
export function bureausOf(report: {
  readonly bureaus: readonly string[];
  readonly format: string | null;
  readonly scores: readonly ReportScore[];
}): Bureau[] {
  const stated = report.bureaus.map(bureauOf);
  const byFormat = BUREAUS.filter((bureau) => bureau === report.format);
  const byScores = report.scores.flatMap(({ bureau }) => (bureau === null ? [] : [bureauOf(bureau)]));
  const named = new Set([stated, byFormat, byScores].find((bureaus) => bureaus.length > 0));
  return BUREAUS.filter((bureau) => named.has(bureau));
}

function bureauOf(stated: string): Bureau {
  const name = bureauName(stated);
  return BUREAUS.find((bureau) => bureau === name) ?? 'other';
}
