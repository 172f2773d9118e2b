import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../fixtures/', import.meta.url);

export type Fixture = { readonly name: string; readonly body: Buffer };

/** One file for each webhook type, with the fields of its documentation page; `README.md` of the package names the pages. */
export function webhookFixtures(): Fixture[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({ name: file.replace('.json', ''), body: readFileSync(new URL(file, FOLDER)) }));
}

export function webhookFixture(name: string): Readonly<Record<string, unknown>> {
  const found = webhookFixtures().find((fixture) => fixture.name === name);
  if (found === undefined) throw new Error(`There is no fixture ${name}.`);
  return JSON.parse(found.body.toString()) as Record<string, unknown>;
}
