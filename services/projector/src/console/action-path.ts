export const ACTIONS = ['replay', 'discard', 'retry', 'set-aside'] as const;
export type ActionName = (typeof ACTIONS)[number];

/** The page that asks for a confirmation. Its query names the target and never a token. */
export function actionPath(name: ActionName, target: Readonly<Record<string, string>>): string {
  return `/console/${name}?${new URLSearchParams(target)}`;
}
