import { z } from 'zod';

export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

const vector = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
});
const ANSWER_MS = 10_000;

/** @throws Error with Prometheus's own words for a query that it cannot evaluate */
export async function askPrometheus(url: string, query: string): Promise<Sample[]> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`, { signal });
  if (!response.ok) throw new Error(`Prometheus: ${await response.text()}`);
  const { data } = vector.parse(await response.json());
  return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
}
