import { ERROR_REASONS, type ErrorCode } from '../envelope.ts';
import { PARAMETER_RULES } from '../parameter-issue.ts';
import type { JsonSchema } from './json-schema.ts';
import { EVERYWHERE, FRESHNESS, type HeaderName, headersOf, RATE_LIMIT } from './response-headers.ts';

type ErrorResponse = {
  readonly name: string;
  readonly code: ErrorCode;
  readonly description: string;
  readonly message: string;
  /** Beside those that every response has. */
  readonly headers?: readonly HeaderName[];
  readonly sometimes?: readonly HeaderName[];
  /** Further members of the example. */
  readonly more?: Readonly<Record<string, unknown>>;
};

const EXAMPLE_ID = 'req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a';

/** Responses of a failing operation, by status (spec §7). */
const errors: Readonly<Record<string, ErrorResponse>> = {
  '400': {
    name: 'InvalidRequest',
    code: 'invalid_request',
    description:
      'A parameter is missing, unknown, repeated or outside its rule. `details` names all parameters and rules, the message the first.',
    message: 'limit must be a whole number from 1 to 500.',
    sometimes: RATE_LIMIT,
    more: { details: [{ parameter: 'limit', rule: 'range' }] },
  },
  '401': {
    name: 'Unauthorized',
    code: 'unauthorized',
    description: 'The bearer credential is missing, malformed, unknown, expired or revoked.',
    message: 'A valid API key or access token is required: Authorization: Bearer <token>.',
    headers: ['WWW-Authenticate'],
  },
  '403': {
    name: 'Forbidden',
    code: 'forbidden',
    description: 'The credential lacks a permission, or cannot access the requested location.',
    message: 'The credential cannot access the requested location.',
    headers: [...RATE_LIMIT, ...FRESHNESS],
  },
  '404': {
    name: 'NotFound',
    code: 'not_found',
    description: 'There is no such thing in the location.',
    message: 'The location has no such contact.',
    headers: FRESHNESS,
    sometimes: RATE_LIMIT,
  },
  '414': {
    name: 'TargetTooLong',
    code: 'invalid_request',
    description: 'The request target is longer than any operation needs.',
    message: 'The request target is longer than 8192 bytes.',
  },
  '429': {
    name: 'RateLimited',
    code: 'rate_limited',
    description:
      'A limit is used up: `reason` says whether the window of the credential, the daily quota of its company or its own daily cap; nothing was counted. With `company_share` the company has too many heavy requests (pages of many entries or with `include`, dashboards with `scope=company`, PDFs, waits for positions) or unread bytes under way at once: `X-RateLimit-Limit` is how many it may have, and the request was counted.',
    message: 'The rate limit of the credential is exceeded.',
    more: { reason: 'rate_window', retryable: true },
    headers: [...RATE_LIMIT, 'Retry-After'],
  },
  '431': {
    name: 'HeadersTooLarge',
    code: 'invalid_request',
    description: 'The headers are larger than any client needs.',
    message: 'The headers have more than 200 lines or 16384 bytes.',
  },
  '500': {
    name: 'InternalError',
    code: 'internal_error',
    description: 'Something failed here. With `Retry-After`, the same request may succeed then.',
    message: 'The service cannot answer at the moment. Try again later.',
    more: { retryable: true },
    headers: FRESHNESS,
    sometimes: [...RATE_LIMIT, 'Retry-After'],
  },
};

const NOT_FOUND = '404';

const ERROR_CODES = [...new Set(Object.values(errors).map(({ code }) => code))].sort();

/** The error envelope, for `components/schemas`. */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ErrorEnvelope: {
    type: 'object',
    properties: { error: { $ref: '#/components/schemas/ErrorDetails' } },
    required: ['error'],
    additionalProperties: false,
  },
  ErrorDetails: {
    type: 'object',
    properties: {
      code: { type: 'string', enum: ERROR_CODES, description: 'What failed; each response says which code it has.' },
      message: { type: 'string', description: 'For people. Never shows a value that came with the request.' },
      requestId: { type: 'string', pattern: '^req_' },
      reason: {
        type: 'string',
        enum: ERROR_REASONS,
        description:
          'Tells apart failures of one code: why a 404 has no application, report or PDF, which limit refused a 429, a position beyond the end of its log. Absent where the code says all; more may be added.',
      },
      retryable: {
        type: 'boolean',
        const: true,
        description: 'The same request may succeed after `Retry-After`. Absent otherwise.',
      },
      details: {
        type: 'array',
        minItems: 1,
        items: { $ref: '#/components/schemas/ErrorDetail' },
        description: 'With 400, every parameter that breaks a rule, as far as it can be told. Absent otherwise.',
      },
    },
    required: ['code', 'message', 'requestId'],
    additionalProperties: false,
  },
  ErrorDetail: {
    type: 'object',
    properties: {
      parameter: {
        type: ['string', 'null'],
        description:
          'Its name, or that of the header. Null: the query as a whole, or an unknown name that is not shown.',
      },
      rule: {
        type: 'string',
        enum: PARAMETER_RULES,
        description:
          'The rule that it breaks. `either`: one of the parameters with this rule is required. More may be added.',
      },
      allowed: {
        type: 'array',
        items: { type: 'string' },
        description: 'With `one_of`, the values that the parameter takes.',
      },
    },
    required: ['parameter', 'rule'],
    additionalProperties: false,
  },
};

/** Every kind of failure, for `components/responses`. */
export function errorResponses(): Record<string, unknown> {
  return Object.fromEntries(
    Object.values(errors).map(({ name, code, description, message, headers = [], sometimes, more }) => {
      const example = { error: { code, message, requestId: EXAMPLE_ID, ...more } };
      const response = {
        description: `\`${code}\`: ${description}`,
        headers: headersOf([...EVERYWHERE, ...headers], sometimes),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' }, example } },
      };
      return [name, response];
    }),
  );
}

/** The failures of one operation, as references. @param notFound when it is 404; undefined: never. */
export function errorsOf(notFound: string | undefined): Record<string, unknown> {
  const { [NOT_FOUND]: missing, ...others } = Object.fromEntries(
    Object.entries(errors).map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
  if (notFound === undefined) return others;
  return { ...others, [NOT_FOUND]: { ...missing, description: `\`not_found\`: ${notFound}` } };
}
