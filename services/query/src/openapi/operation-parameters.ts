import { MAX_POSITIONS, POSITIONS_PATTERN } from '../freshness/positions.ts';
import { MAX_LOCATION_ID_CHARACTERS } from '../routes/parameters.ts';
import type { Route } from '../routes/route.ts';
import type { JsonSchema, Reference, SchemaComponents } from './json-schema.ts';

export type ParameterObject = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Of required ones only: the reference page sends an example of an optional one along. */
  readonly example?: unknown;
  /** Of lists: as one value, separated by commas. */
  readonly style?: 'form';
  readonly explode?: false;
};

/** `data` of a response, which has the ids of its path. */
export type Example = Readonly<Record<string, unknown>>;

/** Path parameters, then `locationId`, then the others in the order in which the route lists them, then headers. */
export function parametersOf(
  route: Route,
  schemas: SchemaComponents,
  example: Example,
): (ParameterObject | Reference)[] {
  const own = Object.entries(route.parameters.shape).map(([name, schema]): ParameterObject => {
    const { description, ...converted } = schemas.convert(schema);
    if (description === undefined) throw new TypeError(`${route.operation}: ${name} has no description`);
    const inPath = route.path.includes(`:${name}`);
    const defaultValue: unknown = schema.safeParse(undefined).data;
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath,
      description,
      schema: defaultValue === undefined ? converted : { ...converted, default: defaultValue },
      ...(inPath && { example: example[name] }),
      ...(converted.type === 'array' && COMMA_SEPARATED),
    };
  });
  return [
    ...own.filter((parameter) => parameter.in === 'path'),
    reference(LOCATION_ID[route.location]),
    ...own.filter((parameter) => parameter.in === 'query'),
    reference('WaitForPosition'),
    ...(route.neverStored === undefined ? [reference('IfNoneMatch')] : []),
  ];
}

const COMMA_SEPARATED = { style: 'form', explode: false } as const;

const OWN_LOCATION = 'location keys read their own, whatever it says.';

function locationId(description: string): ParameterObject {
  const schema = { type: 'string', minLength: 1, maxLength: MAX_LOCATION_ID_CHARACTERS };
  return { name: 'locationId', in: 'query', required: false, description, schema };
}

/** `components/parameters`: those that are no route's own. */
export const sharedParameters = {
  LocationId: locationId(`The location to read. Required for agency keys; ${OWN_LOCATION}`),
  LocationIdOrScope: locationId(
    `The location to read. Required for agency keys, unless \`scope=company\`, with which it must not be given; ${OWN_LOCATION}`,
  ),
  LocationIdIgnored: {
    name: 'locationId',
    in: 'query',
    required: false,
    description: 'Has no effect here; accepted so that it may be sent everywhere.',
    schema: { type: 'string' },
  },
  WaitForPosition: {
    name: 'X-Wait-For-Position',
    in: 'header',
    required: false,
    description: `Positions of published events that the response must contain, as \`<topic>/<partition>/<offset>\`, at most ${MAX_POSITIONS} of them separated by commas. 500 with \`Retry-After\` when they are not reached within 5 seconds, 400 for an unknown topic or partition, or a position beyond the end of its log.`,
    schema: { type: 'string', pattern: POSITIONS_PATTERN },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'Entity tags of responses that the client has: 304 where the response would be one of them.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, ParameterObject>;

type SharedName = keyof typeof sharedParameters;

const LOCATION_ID: Readonly<Record<Route['location'], SharedName>> = {
  one: 'LocationId',
  scoped: 'LocationIdOrScope',
  reach: 'LocationIdIgnored',
};

function reference(name: SharedName): Reference {
  return { $ref: `#/components/parameters/${name}` };
}
