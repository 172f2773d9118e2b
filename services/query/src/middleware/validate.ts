import type { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import type { Credential } from '../credentials/access-state.ts';
import { POSITION_HEADER, parsePositions } from '../freshness/positions.ts';
import { locationId as locationIdRule } from '../routes/parameters.ts';
import { decodeSegment, parseQuery, type RawParameters } from '../routes/raw-parameters.ts';
import type { Caller, RequestState } from './request-state.ts';
import { type RouteFacts, type Step, withFacts } from './step.ts';

const LOCATION_ID = locationIdRule();

/**
 * Checks the whole request before any store is read. **Invariant**: the message of a 400 names a parameter and a rule,
 * never a value.
 * @param schema path and query parameters; every issue's message completes the sentence "<parameter> …".
 * @param understand checks what the schema cannot, and makes the parameters that the route reads by. @throws ApiError 400
 */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  options?: { readonly location?: RouteFacts['location']; readonly understand?: never },
): Step<z.output<Schema>>;
export function validate<Schema extends z.ZodObject, Understood>(
  schema: Schema,
  options: {
    readonly location?: RouteFacts['location'];
    readonly understand: (parameters: z.output<Schema>, caller: Caller) => Understood;
  },
): Step<Understood>;
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  {
    location = 'one',
    understand = asParsed,
  }: {
    readonly location?: RouteFacts['location'];
    readonly understand?: (parameters: z.output<Schema>, caller: Caller) => unknown;
  } = {},
): Step {
  return withFacts(
    async ({ req, state }, next) => {
      const given = readParameters(state);
      state.given = given;
      state.caller = callerOf(state.credential, location, given);
      state.askedLocationId = state.caller.locationId;
      state.parameters = understand(parsed(schema, given), state.caller);
      state.positions = parsePositions(req.headers[POSITION_HEADER]?.toString());
      await next();
    },
    { parameters: schema, location },
  );
}

function asParsed(parameters: unknown): unknown {
  return parameters;
}

function parsed<Schema extends z.ZodObject>(schema: Schema, given: RawParameters): z.output<Schema> {
  const values: Record<string, string> = {};
  for (const [name, value] of given) if (name !== 'locationId') values[name] = value;
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`${issue?.path.join('.') ?? 'A parameter'} ${issue?.message ?? 'is wrong'}.`);
}

/** Location keys ignore `locationId`, whatever it holds; agency keys need it wherever a route reads one location. */
function callerOf(
  { reach, companyId, pinnedLocationId }: Credential,
  location: RouteFacts['location'],
  given: RawParameters,
): Caller {
  if (reach === 'location') return { reach, companyId, locationId: pinnedLocationId };
  if (location === 'reach') return { reach, companyId, locationId: null };
  const asked = given.get('locationId');
  if (asked === undefined) throw invalidRequest('locationId is required for agency keys.');
  const checked = LOCATION_ID.safeParse(asked);
  if (!checked.success) throw invalidRequest(`locationId ${checked.error.issues[0]?.message}.`);
  return { reach, companyId, locationId: checked.data };
}

/** Parameters of the query and of the path, decoded. @throws ApiError 400 */
export function readParameters({ target, matched }: Pick<RequestState, 'target' | 'matched'>): RawParameters {
  const parameters = parseQuery(target.query, matched.queryParameters);
  if (matched.pathParameters.length === 0) return parameters;
  const segments = target.path.slice(matched.basePath.length).split('/');
  // As sent: the router passes undecodable segments on as they are, which hides that they are.
  for (const { name, segment } of matched.pathParameters) {
    parameters.set(name, decodeSegment(name, segments[segment] ?? ''));
  }
  return parameters;
}
