import { expect, test } from 'vitest';
import { publishedDocument } from '../testing/published-routes.ts';

type Schema = {
  readonly format?: string;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

/** A member of a response, by its component and name. */
type Field = { readonly path: string; readonly name: string; readonly format: string | null };

const schemas = publishedDocument().components.schemas as Readonly<Record<string, Schema>>;
const fields = Object.entries(schemas).flatMap(([component, { properties = {} }]) =>
  Object.entries(properties)
    .filter(([, { deprecated }]) => deprecated !== true)
    .map(([name, schema]): Field => ({ path: `${component}.${name}`, name, format: formatOf(schema) })),
);

/** Also of what may be null. */
function formatOf({ format, anyOf = [], oneOf = [] }: Schema): string | null {
  return format ?? [...anyOf, ...oneOf].map(formatOf).find((each) => each !== null) ?? null;
}

/** Names that stay, and why. */
const KEPT: ReadonlyMap<string, string> = new Map([
  ['Change.at', 'the instant of a change, beside its type and id'],
  ['ChangesListData.delayedSince', '`upTo`, while that is too long ago'],
  ['ChangesListData.upTo', 'the end of what is told, not when something happened'],
]);

test('no two names of response fields differ in letter case or separators only', () => {
  const byLetters = Map.groupBy(fields, ({ name }) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const doublets = [...byLetters.values()]
    .map((same) => new Set(same.map(({ name }) => name)))
    .filter(({ size }) => size > 1);
  expect(doublets).toEqual([]);
});

test('instants end in At, and nothing else does', () => {
  const differing = fields.filter(
    ({ path, name, format }) => !KEPT.has(path) && name.endsWith('At') !== (format === 'date-time'),
  );
  expect(differing.map(({ path }) => path)).toEqual([]);
});
