/** What a service shows on its admin port; a series counts once for each combination of its labels. */
export type MetricValues = {
  /** Of all series of that name; 0 when there is none. */
  sum(name: string): number;
  /** Of all series of that name; 0 when there is none. */
  max(name: string): number;
};

export async function readMetrics(adminPort: number): Promise<MetricValues> {
  return metricValues(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text());
}

export function metricValues(text: string): MetricValues {
  const valuesOf = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value));
  return {
    sum: (name) => valuesOf(name).reduce((total, value) => total + value, 0),
    max: (name) => Math.max(0, ...valuesOf(name)),
  };
}
