import fc from 'fast-check';
import type { OpenapiDocument } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import type { ParameterObject } from '../openapi/operation-parameters.ts';
import { resolved } from './published-routes.ts';

/** One parameter as it stands in the request target. */
export type GivenParameter = {
  readonly parameter: ParameterObject | null;
  readonly name: string;
  /** Percent-encoded already, or meant not to be decodable. */
  readonly raw: string;
};

type Operation = { readonly operationId: string; readonly parameters: readonly ParameterObject[] };

export type DocumentRequest = {
  /** As the document has it, e.g. `/contacts/{contactId}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly given: readonly GivenParameter[];
  /** Below the base path, encoded. */
  readonly target: string;
  /** Those that the operation takes. */
  readonly headers: Readonly<Record<string, string>>;
};

/** Values at and beyond the edges of everything that takes text, a number or an id. */
const NASTY = [
  ...['', '%20', '+', '%09%0A', 'NaN', 'null', 'true', '__proto__', 'constructor', '123-45-6789'],
  ...['0', '-1', '05', '366', '501', '0x10', '1e2', '5.0', '%2B5', '99999999999999999999'],
  ...['%00', 'c1%00', '%E0%A4%A', '%', '%zz', '%FF', '%C0%AF', '%25%32%46', '%F0%9F%92%A9', 'e%CC%81', '%E2%80%AE'],
  ...['a%2Fb', '..%2F..%2Fetc', '%2e%2e', '%7B%22%24ne%22%3A1%7D', '%24where', '%5B%5D', "'%20OR%201%3D1"],
  ...['x'.repeat(129), 'x'.repeat(10_240)],
];

/** Of headers, by name: what they take, and what they do not. */
const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  'If-None-Match': ['*', '*', '*', 'W/"a"', '"a", W/"b"', '"open', ''],
  'X-Wait-For-Position': ['known/0/0', 'known/0/0', 'known/0/0, known/1/0', 'nowhere/0/0', 'known/0', ''],
};

/** Names that no operation knows, or that mean something elsewhere. */
const FOREIGN_NAMES = [
  ...['nope', 'contactId[$ne]', 'contactId%5B%24ne%5D', '__proto__', 'limit[]', '%FF', '', '123-45-6789'],
];

/**
 * Requests to the operations of the document: parameters that it allows and parameters that it does not, missing,
 * repeated and unknown ones.
 * @param known values that exist, by parameter name.
 */
export function documentRequests(
  document: OpenapiDocument,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<DocumentRequest> {
  // Made once: making an arbitrary costs more than drawing from it.
  const operations = Object.entries(document.paths).map(([path, { get }]) => ({
    path,
    operation: { ...get, parameters: get.parameters.map((parameter) => resolved(document, parameter)) },
    known,
  }));
  return fc.oneof(
    ...operations.flatMap((place) => [
      requestsOf(place, (parameter, real) => allowed(parameter, real)),
      requestsOf(place, anything),
    ]),
  );
}

type Place = {
  readonly path: string;
  readonly operation: Operation;
  readonly known: Readonly<Record<string, readonly string[]>>;
};
type Values = (parameter: ParameterObject, real: readonly string[]) => fc.Arbitrary<string>;

function requestsOf({ path, operation, known }: Place, values: Values): fc.Arbitrary<DocumentRequest> {
  const given = (parameter: ParameterObject): fc.Arbitrary<GivenParameter> =>
    values(parameter, known[parameter.name] ?? []).map((raw) => ({ parameter, name: parameter.name, raw }));
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(given);
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => sometimes(given(parameter), parameter.name === 'cursor' ? 1 : 5));
  const headers = operation.parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) =>
      sometimes(
        fc.constantFrom(...(HEADER_VALUES[name] ?? [])).map((value) => [name, value]),
        2,
      ),
    );
  return fc
    .tuple(fc.tuple(...inPath), fc.tuple(...inQuery), sometimes(foreign, 1), fc.nat(19), fc.tuple(...headers))
    .map(([segments, options, extra, repeat, sent]) => {
      const present = options.filter((value) => value !== null);
      const repeated = repeat === 0 ? present.slice(0, 1) : [];
      const query = [...present, ...repeated, ...(extra === null ? [] : [extra])];
      const target = targetOf(path, segments, query);
      return {
        path,
        operation,
        given: [...segments, ...query],
        target,
        headers: Object.fromEntries(sent.filter((header) => header !== null)),
      };
    });
}

const foreign: fc.Arbitrary<GivenParameter> = fc
  .tuple(fc.constantFrom(...FOREIGN_NAMES), fc.constantFrom('1', '%00', 'secret-value'))
  .map(([name, raw]) => ({ parameter: null, name, raw }));

/** In so many of ten requests. */
function sometimes<T>(arbitrary: fc.Arbitrary<T>, ofTen: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 10 - ofTen, arbitrary: fc.constant(null) }, { weight: ofTen, arbitrary });
}

const anyText = fc.string({ unit: 'binary', maxLength: 140 }).map((text) => encoded(text.toWellFormed()));

function anything(parameter: ParameterObject, real: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: allowed(parameter, real) },
    { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 1, arbitrary: anyText },
  );
}

/** What the schema of the parameter allows. */
function allowed({ schema }: ParameterObject, real: readonly string[]): fc.Arbitrary<string> {
  if (typeof schema.const === 'string') return fc.constant(encoded(schema.const));
  if (schema.type === 'array') return fc.subarray(listedIn(schema), { minLength: 1 }).map((some) => some.join('%2C'));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum.map(String)).map(encoded);
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 1_000 } = schema as { minimum?: number; maximum?: number };
    return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum })).map(String);
  }
  const { minLength = 0, maxLength = 64 } = schema as { minLength?: number; maxLength?: number };
  const text = fc.string({ minLength, maxLength: Math.min(maxLength, 300) }).map(encoded);
  return real.length === 0 ? text : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...real).map(encoded) }, text);
}

/** The vocabulary of a list. */
function listedIn({ items }: JsonSchema): string[] {
  return (items as { readonly enum: readonly string[] }).enum.map(String);
}

function targetOf(path: string, segments: readonly GivenParameter[], query: readonly GivenParameter[]): string {
  const filled = segments.reduce((target, { name, raw }) => target.replace(`{${name}}`, () => raw), path);
  const pairs = query.map(({ name, raw }) => `${name}=${raw}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E');
}
