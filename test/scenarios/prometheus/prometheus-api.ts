import { z } from 'zod';

/** `time`: epoch seconds. */
export type Sample = { readonly time: number; readonly value: number };
export type Series = { readonly labels: Readonly<Record<string, string>>; readonly samples: readonly Sample[] };

/** Epoch seconds. */
export type TimeRange = { readonly from: number; readonly to: number };

export type PrometheusApi = {
  /** @throws Error with Prometheus's own words for a query that it cannot evaluate */
  instant(expression: string): Promise<Series[]>;
  /** Every second of the range. */
  range(expression: string, range: TimeRange): Promise<Series[]>;
};

const text = z.record(z.string(), z.string());
const sample = z.tuple([z.number(), z.string()]).transform(([time, value]) => ({ time, value: Number(value) }));
const vector = z.array(z.object({ metric: text, value: sample }));
const matrix = z.array(z.object({ metric: text, values: z.array(sample) }));
const ANSWER_MS = 10_000;

export function createPrometheusApi(url: string): PrometheusApi {
  async function ask(path: string, parameters: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer = (await response.json()) as { readonly data?: unknown; readonly error?: string };
    if (!response.ok) throw new Error(`Prometheus: ${answer.error ?? response.status}`);
    return answer.data;
  }

  return {
    async instant(query) {
      const { result } = (await ask('query', { query })) as { result: unknown };
      return vector.parse(result).map(({ metric, value }) => ({ labels: metric, samples: [value] }));
    },
    async range(query, { from, to }) {
      const parameters = { query, start: String(from), end: String(to), step: '1' };
      const { result } = (await ask('query_range', parameters)) as { result: unknown };
      return matrix.parse(result).map(({ metric, values }) => ({ labels: metric, samples: values }));
    },
  };
}
