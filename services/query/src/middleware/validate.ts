import { z } from 'zod';
import { ApiError, invalidParameters } from '../api-error.ts';
import type { Caller, Credential } from '../credentials/access-state.ts';
import { type LogPosition, POSITION_HEADER_NAME, parsePositions } from '../freshness/positions.ts';
import type { ParameterIssue } from '../parameter-issue.ts';
import { locationId } from '../routes/parameters.ts';
import { decodeSegment, type Issues, parseQuery, type RawParameters } from '../routes/raw-parameters.ts';
import type { Read, Route } from '../routes/route.ts';
import type { RequestTarget } from './request-state.ts';

/** What a request gives: what can be read of it, and what keeps the rest from being read. */
export type SentParameters = { readonly given: RawParameters; readonly issues: readonly ParameterIssue[] };

/** A request whose parameters keep every rule. */
export type Validated = {
  readonly caller: Caller;
  readonly positions: readonly LogPosition[];
  readonly isHeavy: boolean;
  readonly isPage: boolean;
  readonly read: Read;
};

/** The parameters of a route. */
export function createParameters(route: Route) {
  const inPath = route.template
    .split('/')
    .flatMap((part, segment) => (part.startsWith(':') ? [{ name: part.slice(1), segment }] : []));
  const names = new Set(['locationId', ...Object.keys(route.parameters.shape)]);
  for (const { name } of inPath) names.delete(name);
  const withLocation = z.object({ locationId: locationId(), ...route.parameters.shape });

  return {
    /** Parameters of the query and of the path, decoded. */
    read({ path, query }: RequestTarget): SentParameters {
      const issues: Issues = [];
      const given = parseQuery(query, names, issues);
      if (inPath.length === 0) return { given, issues };
      // As sent: the router passes undecodable segments on as they are, which hides that they are.
      const segments = path.split('/');
      for (const { name, segment } of inPath) {
        const value = decodeSegment(name, segments[segment] ?? '', issues);
        if (value !== undefined) given.set(name, value);
      }
      return { given, issues };
    },

    /**
     * Checks the whole request before any store is read. **Invariant**: a 400 names parameters and rules, never a value. It
     * names all of them that can be told; what the route checks beyond its schema only when the rest is right.
     *
     * Location keys ignore `locationId`, however it is written; agency keys need it wherever a route reads one location.
     * @throws ApiError 400
     */
    check(
      { given, issues: found }: SentParameters,
      { reach, companyId, pinnedLocationId }: Credential,
      positionHeader: string | undefined,
    ): Validated {
      const isAgency = reach === 'agency';
      const isLocated = isAgency && route.location !== 'reach';
      const issues = found.filter(({ parameter }) => isLocated || parameter !== 'locationId');
      // The parser does not read what is too long, so this is all that the client can learn of it.
      if (issues.some(({ rule }) => rule === 'size')) throw invalidParameters(issues);
      const asksCompany = route.location === 'scoped' && given.get('scope') === 'company';
      const isCompany = asksCompany && isAgency;
      if (asksCompany && !isAgency) {
        issues.push({ parameter: 'scope', rule: 'agency_only', message: 'scope is for agency keys.' });
      }
      if (isCompany && given.has('locationId')) {
        const message = 'locationId must not be given beside that scope.';
        issues.push({ parameter: 'locationId', rule: 'excluded', message });
      }
      const isNamed = isLocated && !isCompany;
      const asked = parsed(isNamed ? withLocation : route.parameters, given, issues);
      const named = isNamed ? (given.get('locationId') ?? null) : null;
      const caller: Caller = {
        reach,
        companyId,
        locationId: isAgency ? named : pinnedLocationId,
        ...(isCompany && { scope: 'company' }),
      };
      const isRight = asked !== null && issues.length === 0;
      const read = isRight ? collected(issues, () => route.read(asked, caller)) : null;
      const positions = collected(issues, () => parsePositions(positionHeader)) ?? [];
      if (isCompany && positions.length > 0) {
        const message = `${POSITION_HEADER_NAME} needs one location: wait with locationId, then ask for the scope.`;
        issues.push({ parameter: POSITION_HEADER_NAME, rule: 'excluded', message });
      }
      if (asked === null || read === null || issues.length > 0) throw invalidParameters(issues);
      return { caller, positions, read, isHeavy: route.isHeavy(asked), isPage: 'limit' in asked };
    },
  };
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
function parsed(schema: z.ZodObject, given: RawParameters, issues: Issues): z.output<z.ZodObject> | null {
  const result = schema.safeParse(Object.fromEntries(given));
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
    case 'custom':
      // As `breaks` has made it.
      return issue.params as Pick<ParameterIssue, 'rule' | 'allowed'>;
    default:
      return { rule: 'format' };
  }
}
