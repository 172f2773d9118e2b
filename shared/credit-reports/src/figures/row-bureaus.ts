import { BUREAU } from '../report-names.ts';
import { bureauName } from '../report-scores.ts';
import { asList, firstOf, type Leaves, leavesAt, pathTree, plainName } from '../report-tree.ts';
import { UNSTATED } from './credit-file.ts';

/** What a row takes from the report that it stands in. */
export type RowContext = {
  /** The day of the pull. */
  readonly pulled: string;
  /** The bureau of a row that states none. */
  readonly bureau: string;
};

/** A blended row names each bureau that it was made of. */
export function bureausOf(node: unknown, leaves: Leaves, { bureau }: RowContext): string[] {
  const repositories = REPOSITORY_PATHS.some((path) => leaves.has(path)) ? repositoriesOf(node) : [];
  const nodes = repositories.length > 1 ? repositories.map((each) => leavesAt(each, REPOSITORY_TREE)) : [leaves];
  const names = nodes.flatMap((each) => {
    const stated = firstOf(each, repositories.length > 1 ? REPOSITORY : BUREAU);
    const name = stated === null ? null : bureauName(String(stated));
    return name === null ? [] : [name];
  });
  return names.length === 0 ? [bureau] : [...new Set(names)].sort();
}

const REPOSITORY_PATHS = BUREAU.filter((path) => path.startsWith('creditrepositor') && path.includes('.'));
const REPOSITORY = ['sourcetype', 'creditrepositorysourcetype'];

function repositoriesOf(node: unknown): readonly unknown[] {
  if (node === null || typeof node !== 'object') return [];
  for (const [name, value] of Object.entries(node)) {
    const member = plainName(name);
    if (member === 'creditrepository') return asList(value);
    if (member === 'creditrepositories') return repositoriesOf(value);
  }
  return [];
}

const REPOSITORY_TREE = pathTree(REPOSITORY);

/** Of a row that states none. */
export function bureauOfFormat(format: string): string {
  return ['equifax', 'experian', 'transunion'].includes(format) ? format : UNSTATED;
}
