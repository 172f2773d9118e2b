export type Walk = {
  /** The heading of the README's section. */
  readonly heading: string;
  /** Paths from the root of the repository, in the order of the list. */
  readonly files: readonly string[];
};

/** The files that the numbered list below a heading of the README names, one an entry. */
export function walkOf(readme: string, heading: string): Walk {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const files = [...own.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
  return { heading, files };
}

/** The first file of the walk that is not passed after the ones before it; null when the trace passes all in order. */
export function missedIn(trace: readonly string[], { files }: Pick<Walk, 'files'>): string | null {
  let at = 0;
  for (const file of trace) if (file === files[at]) at += 1;
  return files[at] ?? null;
}
