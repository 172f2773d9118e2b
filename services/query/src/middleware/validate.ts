import type { z } from 'zod';
import { ApiError, invalidParameters } from '../api-error.ts';
import type { Credential } from '../credentials/access-state.ts';
import { POSITION_HEADER, POSITION_HEADER_NAME, parsePositions } from '../freshness/positions.ts';
import { locationId as locationIdRule } from '../routes/parameters.ts';
import { isParameterRule, type ParameterIssue } from '../parameter-issue.ts';
import { decodeSegment, type Issues, parseQuery, type RawParameters } from '../routes/raw-parameters.ts';
import type { Caller, RequestState } from './request-state.ts';
import { type RouteFacts, type Step, withFacts } from './step.ts';

const LOCATION_ID = locationIdRule();

/**
 * Checks the whole request before any store is read. **Invariant**: a 400 names parameters and rules, never a value. It
 * names all of them that can be told; what `understand` checks only when the rest is right.
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
      const issues: Issues = [];
      const given = readParameters(state, issues);
      if (issues.length === 0) state.given = given;
      const caller = callerOf(state.credential, { location, given }, issues);
      const asked = parsed(schema, given, issues);
      if (caller !== null && asked !== null && issues.length === 0) {
        state.caller = caller;
        state.askedLocationId = caller.locationId;
        collected(issues, () => {
          state.parameters = understand(asked, caller);
        });
      }
      collected(issues, () => {
        state.positions = parsePositions(req.headers[POSITION_HEADER]?.toString());
      });
      if (caller?.scope === 'company' && state.positions.length > 0) {
        issues.push(
          excluded(
            POSITION_HEADER_NAME,
            `${POSITION_HEADER_NAME} needs one location: wait with locationId, then ask for the scope.`,
          ),
        );
      }
      if (issues.length > 0) throw invalidParameters(issues);
      await next();
    },
    { parameters: schema, location },
  );
}

function asParsed(parameters: unknown): unknown {
  return parameters;
}

/** Runs a check that throws its issues, and adds them to the others. */
function collected(issues: Issues, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.issues.length === 0) throw error;
    issues.push(...error.issues);
  }
}

/** Null, with its issues, when the schema refuses it. A parameter that has an issue already gets no second one. */
function parsed<Schema extends z.ZodObject>(
  schema: Schema,
  given: RawParameters,
  issues: Issues,
): z.output<Schema> | null {
  const values: Record<string, string> = {};
  for (const [name, value] of given) if (name !== 'locationId') values[name] = value;
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const named = new Set(issues.map(({ parameter }) => parameter));
  for (const issue of result.error.issues) {
    const parameter = issue.path.join('.');
    if (named.has(parameter)) continue;
    named.add(parameter);
    issues.push({ parameter, ...brokenRule(issue), message: `${parameter} ${issue.message}.` });
  }
  return null;
}

/** Every parameter is a text, so only a missing one has the wrong type. */
function brokenRule(issue: z.core.$ZodIssue): Pick<ParameterIssue, 'rule' | 'allowed'> {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'required' };
    case 'too_small':
    case 'too_big':
      return { rule: 'length' };
    case 'invalid_value':
      return { rule: 'one_of', allowed: issue.values.map(String) };
    case 'custom': {
      const { rule, allowed }: Readonly<Record<string, unknown>> = issue.params ?? {};
      if (!isParameterRule(rule)) return { rule: 'format' };
      return Array.isArray(allowed) ? { rule, allowed: allowed.map(String) } : { rule };
    }
    default:
      return { rule: 'format' };
  }
}

type Asked = { readonly location: RouteFacts['location']; readonly given: RawParameters };

/**
 * Location keys ignore `locationId`, whatever it holds; agency keys need it wherever a route reads one location. Null, with
 * an issue, where it is missing or wrong.
 */
function callerOf(
  { reach, companyId, pinnedLocationId }: Credential,
  { location, given }: Asked,
  issues: Issues,
): Caller | null {
  const isCompany = location === 'scoped' && given.get('scope') === 'company';
  if (reach === 'location') {
    if (isCompany) issues.push({ parameter: 'scope', rule: 'agency_only', message: 'scope is for agency keys.' });
    return { reach, companyId, locationId: pinnedLocationId };
  }
  if (location === 'reach') return { reach, companyId, locationId: null };
  if (isCompany) {
    if (given.has('locationId')) issues.push(excluded('locationId', 'locationId must not be given beside that scope.'));
    return { reach, companyId, locationId: null, scope: 'company' };
  }
  const locationId = locationIdOf(given, issues);
  return locationId === null ? null : { reach, companyId, locationId };
}

function locationIdOf(given: RawParameters, issues: Issues): string | null {
  const parameter = 'locationId';
  const asked = given.get(parameter);
  if (asked === undefined) {
    if (!issues.some((issue) => issue.parameter === parameter)) {
      issues.push({ parameter, rule: 'required', message: 'locationId is required for agency keys.' });
    }
    return null;
  }
  const checked = LOCATION_ID.safeParse(asked);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  issues.push({ parameter, rule: 'length', message: `locationId ${issue?.message}.` });
  return null;
}

function excluded(parameter: string, message: string): ParameterIssue {
  return { parameter, rule: 'excluded', message };
}

/** Parameters of the query and of the path, decoded. @throws ApiError 400 for a query that is too long to be read. */
export function readParameters(
  { target, matched }: Pick<RequestState, 'target' | 'matched'>,
  issues: Issues,
): RawParameters {
  const parameters = parseQuery(target.query, matched.queryParameters, issues);
  if (matched.pathParameters.length === 0) return parameters;
  const segments = target.path.slice(matched.basePath.length).split('/');
  // As sent: the router passes undecodable segments on as they are, which hides that they are.
  for (const { name, segment } of matched.pathParameters) {
    const value = decodeSegment(name, segments[segment] ?? '', issues);
    if (value !== undefined) parameters.set(name, value);
  }
  return parameters;
}
