import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

/** Alerts ask for what the first records. */
const FILES = ['recording-rules.yaml', 'alerts.yaml'].map((name) =>
  fileURLToPath(new URL(`../observability/${name}`, import.meta.url)),
);

/** The rules as the Prometheus operator takes them: the same groups, so that there is one place to change. */
export function prometheusRule(): string {
  const groups = FILES.flatMap(
    (file) => (parse(readFileSync(file, 'utf8')) as { readonly groups: readonly unknown[] }).groups,
  );
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'fundlens' },
    spec: { groups },
  };
  return stringify(rule, { lineWidth: 0 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(prometheusRule());
