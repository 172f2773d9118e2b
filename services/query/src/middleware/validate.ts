import type { z } from 'zod';
import { ApiError, invalidParameters } from '../api-error.ts';
import type { Credential } from '../credentials/access-state.ts';
import { type LogPosition, POSITION_HEADER_NAME, parsePositions } from '../freshness/positions.ts';
import { isParameterRule, type ParameterIssue } from '../parameter-issue.ts';
import { locationId as locationIdRule } from '../routes/parameters.ts';
import { decodeSegment, type Issues, parseQuery, type RawParameters } from '../routes/raw-parameters.ts';
import type { Caller, LocationRule, Read, Route } from '../routes/route.ts';
import type { RequestTarget } from './request-state.ts';

const LOCATION_ID = locationIdRule();

/** The names of a route's parameters, and where those of the path are. */
export type KnownParameters = {
  /** Query parameters, with `locationId`. */
  readonly query: ReadonlySet<string>;
  /** By name; which segment of the whole path. */
  readonly path: readonly { readonly name: string; readonly segment: number }[];
};

export function knownParameters({ parameters }: Route, template: string): KnownParameters {
  const path = template
    .split('/')
    .flatMap((part, segment) => (part.startsWith(':') ? [{ name: part.slice(1), segment }] : []));
  const names = Object.keys(parameters.shape).filter((name) => !path.some((known) => known.name === name));
  return { query: new Set(['locationId', ...names]), path };
}

/** What a request gives: what can be read of it, and what keeps the rest from being read. */
export type SentParameters = { readonly given: RawParameters; readonly issues: readonly ParameterIssue[] };

/** Parameters of the query and of the path, decoded. */
export function readParameters({ path, query }: RequestTarget, known: KnownParameters): SentParameters {
  const issues: Issues = [];
  const given = parseQuery(query, known.query, issues);
  if (known.path.length > 0) {
    const segments = path.split('/');
    // As sent: the router passes undecodable segments on as they are, which hides that they are.
    for (const { name, segment } of known.path) {
      const value = decodeSegment(name, segments[segment] ?? '', issues);
      if (value !== undefined) given.set(name, value);
    }
  }
  return { given, issues };
}

/** A request whose parameters keep every rule. */
export type Validated = {
  readonly caller: Caller;
  readonly positions: readonly LogPosition[];
  readonly isHeavy: boolean;
  readonly read: Read;
};

/**
 * Checks the whole request before any store is read. **Invariant**: a 400 names parameters and rules, never a value. It
 * names all of them that can be told; what the route checks beyond its schema only when the rest is right.
 * @throws ApiError 400
 */
export function validate(
  route: Route,
  { given, issues: found }: SentParameters,
  credential: Credential,
  positionHeader: string | undefined,
): Validated {
  const issues = [...found];
  // What is too long is not read, so nothing else can be told of it.
  if (issues.some(({ rule }) => rule === 'size')) throw invalidParameters(issues);
  const caller = callerOf(credential, { location: route.location, given }, issues);
  const asked = parsed(route.parameters, given, issues);
  const isRight = caller !== null && asked !== null && issues.length === 0;
  const read = isRight ? collected(issues, () => route.read(asked, caller)) : null;
  const positions = collected(issues, () => parsePositions(positionHeader)) ?? [];
  if (caller?.scope === 'company' && positions.length > 0) {
    issues.push(
      excluded(
        POSITION_HEADER_NAME,
        `${POSITION_HEADER_NAME} needs one location: wait with locationId, then ask for the scope.`,
      ),
    );
  }
  if (caller === null || asked === null || read === null || issues.length > 0) throw invalidParameters(issues);
  return { caller, positions, read, isHeavy: route.isHeavy?.(asked) === true };
}

/** What the check gives; null when it throws issues, which are added to the others. */
function collected<Value>(issues: Issues, check: () => Value): Value | null {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.issues.length === 0) throw error;
    issues.push(...error.issues);
    return null;
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

type Asked = { readonly location: LocationRule; readonly given: RawParameters };

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
