import { readFileSync } from 'node:fs';

/** With the fields of a documentation page, which `README.md` of the package names: one for each object that webhooks tell of. */
export function webhookFixture(name: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
}
