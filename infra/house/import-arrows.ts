import { cruise, type ICruiseResult } from 'dependency-cruiser';
import importRules from '../lint/imports.config.ts';

export type ImportArrows = { readonly imports: number; readonly backUp: number; readonly circles: number };

type Violations = { readonly rule: { readonly name: string } }[];

/** Imports against the order of folders, and circles of files. */
export function countArrows(imports: number, violations: Violations): ImportArrows {
  const broken = (rule: string) => violations.filter(({ rule: { name } }) => name === rule).length;
  return { imports, backUp: broken('folder-order'), circles: broken('no-circles') };
}

export async function readArrows(root: string): Promise<ImportArrows> {
  const { options, ...ruleSet } = importRules;
  const settings = { ...options, ruleSet, validate: true, baseDir: root };
  const { output } = await cruise(['services', 'shared'], settings, options?.enhancedResolveOptions);
  const { totalDependenciesCruised = 0, violations } = (output as ICruiseResult).summary;
  return countArrows(totalDependenciesCruised, violations);
}
