import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

/** What the rules of imports are written with. Paths are regular expressions, from the root of the checkout. */

export const PRODUCT = '^(services|shared)/[^/]+/src/';
export const TEST_SUPPORT = ['/testing/', '\\.test\\.ts$'];

export function forbidden(
  name: string,
  comment: string,
  sides: Pick<IRegularForbiddenRuleType, 'from' | 'to'>,
): IForbiddenRuleType {
  return { name, comment, severity: 'error', ...sides };
}

/** Product files; `except` lists those that the rule exempts. */
export function product(path: string | string[] = PRODUCT, except: readonly string[] = []) {
  return { path, pathNot: [...TEST_SUPPORT, ...except] };
}

/** A package of npm, by its path when it is installed and by its name when it is not. */
export function npm(...names: string[]) {
  return { path: `^(node_modules/)?(${names.join('|')})(/|$)` };
}
