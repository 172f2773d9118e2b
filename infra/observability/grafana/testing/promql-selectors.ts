import { parser } from '@prometheus-io/lezer-promql';

/** A metric with the labels that an expression asks of it. */
export type Selector = { readonly metric: string; readonly labels: readonly string[] };

/** What stands in for Grafana's variables where no Grafana fills them in. */
const VARIABLES: Readonly<Record<string, string>> = { $__rate_interval: '1m' };

/** The expression as Prometheus gets it when every choice at the top of the dashboard is "All". */
export function withoutVariables(expr: string): string {
  return expr.replaceAll(/\$\w+/g, (name) => VARIABLES[name] ?? '.*');
}

/** @throws Error where the expression is not PromQL. */
export function selectorsOf(expr: string): Selector[] {
  const selectors: { metric: string; labels: string[] }[] = [];
  parser.parse(expr).iterate({
    enter({ name, from, to, type }) {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expr}`);
      if (name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      const selector = selectors.at(-1);
      if (selector === undefined) return;
      if (name === 'Identifier') selector.metric = expr.slice(from, to);
      if (name === 'LabelName' && isMatcher(expr, to)) selector.labels.push(expr.slice(from, to));
    },
  });
  return selectors;
}

/** Names in `by (…)` and `on (…)` are labels of results. */
function isMatcher(expr: string, to: number): boolean {
  return /^\s*(?:=|!)/.test(expr.slice(to));
}
