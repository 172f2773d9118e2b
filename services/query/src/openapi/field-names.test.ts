import { expect, test } from 'vitest';
import { publishedDocument } from '../testing/published-routes.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

/** A member of a response: its component and name, the JSON types that it may have beside null, and its format. */
type Field = {
  readonly path: string;
  readonly name: string;
  readonly types: string;
  readonly format: string | null;
  readonly isDeprecated: boolean;
};

const document = publishedDocument();
const schemas = document.components.schemas as Readonly<Record<string, Schema>>;
const fields = Object.entries(schemas).flatMap(([component, { properties = {} }]) =>
  Object.entries(properties).map(([name, schema]) => fieldOf(`${component}.${name}`, name, schema)),
);
const current = fields.filter(({ isDeprecated }) => !isDeprecated);

function fieldOf(path: string, name: string, schema: Schema): Field {
  const types = [...typesOf(schema)].sort();
  const format = alternativesOf(schema).find((part) => part.format !== undefined)?.format ?? null;
  return { path, name, types: types.join('|'), format, isDeprecated: schema.deprecated === true };
}

function alternativesOf(schema: Schema): Schema[] {
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(alternativesOf)];
}

/** Whole numbers are numbers. A reference is to an object. */
function typesOf(schema: Schema): Set<string> {
  const types = alternativesOf(schema).flatMap(({ $ref, type }) => ($ref === undefined ? (type ?? []) : ['object']));
  return new Set(types.filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type)));
}

/** Names that stay, and why. */
const KEPT: ReadonlyMap<string, string> = new Map([
  ['Change.at', 'the instant of a change, beside its type and id'],
  ['ChangesListData.delayedSince', '`upTo`, while that is too long ago'],
  ['ChangesListData.upTo', 'the end of what is told, not when something happened'],
]);

/** Names that v1 has given to two kinds of values, which it cannot change any more. */
const SEVERAL_TYPES: Readonly<Record<string, string>> = {
  blocking: 'a step is blocking; an entry of the pipeline counts such steps',
  deals: 'the list of deals; their figures on the dashboard',
  fundingPlans: 'the list of plans; in `included` all that the route of plans answers',
  locations: 'the list of locations; which of them a credential reaches',
  nextSteps: 'the list of steps; their counts in an entry of the pipeline',
  recommendations: 'the list of offers; their number in an entry of the pipeline',
};

test('no two names of response fields differ in letter case or separators only', () => {
  const byLetters = Map.groupBy(current, ({ name }) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const doublets = [...byLetters.values()]
    .map((same) => new Set(same.map(({ name }) => name)))
    .filter(({ size }) => size > 1);
  expect(doublets).toEqual([]);
});

test('instants end in At, and nothing else does', () => {
  const differing = current.filter(
    ({ path, name, format }) => !KEPT.has(path) && name.endsWith('At') !== (format === 'date-time'),
  );
  expect(differing.map(({ path }) => path)).toEqual([]);
});

/** Their members are columns: the values of one figure, a day each. */
const COLUMNS = 'DashboardSeries';

test('a name stands for one kind of value', () => {
  const typed = current.filter(({ path, types }) => types !== '' && !path.startsWith(COLUMNS));
  const byName = Map.groupBy(typed, ({ name }) => name);
  const differing = [...byName].filter(([, same]) => new Set(same.map(({ types }) => types)).size > 1);
  expect(differing.map(([name]) => name).sort()).toEqual(Object.keys(SEVERAL_TYPES));
});

test('what is deprecated says what to use instead', () => {
  const deprecated = fields.filter(({ isDeprecated }) => isDeprecated).map(({ path }) => path);
  expect(deprecated).toEqual(['Location.timezone', 'Location.address']);
});
