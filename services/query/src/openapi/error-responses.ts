import { z } from 'zod';
import {
  type ApiError,
  ERROR_REASONS,
  invalidParameter,
  invalidRequest,
  locationRefused,
  notFound,
  outage,
  rateLimited,
  unauthorized,
} from '../api-error.ts';
import { errorEnvelope } from '../envelope.ts';
import { MAX_TARGET_BYTES } from '../middleware/well-formed.ts';
import { PARAMETER_RULES } from '../parameter-issue.ts';
import { REQUEST_ID, type SchemaComponents } from './json-schema.ts';
import { EVERYWHERE, FRESHNESS, type HeaderName, headersOf, RATE_LIMIT } from './response-headers.ts';

type ErrorResponse = {
  readonly name: string;
  readonly description: string;
  readonly example: ApiError;
  /** Beside those that every response has. */
  readonly headers?: readonly HeaderName[];
  readonly sometimes?: readonly HeaderName[];
};

const EXAMPLE_ID = 'req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a';

/** Responses of a failing operation (spec §7). */
const errors: readonly ErrorResponse[] = [
  {
    name: 'InvalidRequest',
    description:
      'A parameter is missing, unknown, repeated or outside its rule. `details` names all parameters and rules, the message the first.',
    example: invalidParameter('limit', 'range', 'must be a whole number from 1 to 500'),
    sometimes: RATE_LIMIT,
  },
  {
    name: 'Unauthorized',
    description: 'The bearer credential is missing, malformed, unknown, expired or revoked.',
    example: unauthorized(),
    headers: ['WWW-Authenticate'],
  },
  {
    name: 'Forbidden',
    description: 'The credential lacks a permission, or cannot access the requested location.',
    example: locationRefused(),
    headers: [...RATE_LIMIT, ...FRESHNESS],
  },
  {
    name: 'NotFound',
    description: 'There is no such thing in the location.',
    example: notFound('The location has no such contact.'),
    headers: FRESHNESS,
    sometimes: RATE_LIMIT,
  },
  {
    name: 'TargetTooLong',
    description: 'The request target is longer than any operation needs.',
    example: invalidRequest(`The request target is longer than ${MAX_TARGET_BYTES} bytes.`, 414),
  },
  {
    name: 'RateLimited',
    description:
      'A limit is used up: `reason` says whether the window of the credential, the daily quota of its company or its own daily cap; nothing was counted. With `company_share` the company has too many heavy requests (reports, pages of many entries or with `include`, dashboards with `scope=company` or a series of more than 100 days, PDFs, waits for positions) or unread bytes under way at once: `X-RateLimit-Limit` is how many it may have, and the request was counted.',
    example: rateLimited('window'),
    headers: [...RATE_LIMIT, ...FRESHNESS, 'Retry-After'],
  },
  {
    name: 'HeadersTooLarge',
    description: 'The headers are larger than any client needs.',
    example: invalidRequest('The headers have more than 200 lines or 16384 bytes.', 431),
  },
  {
    name: 'InternalError',
    description: 'Something failed here. With `Retry-After`, the same request may succeed then.',
    example: outage(),
    headers: FRESHNESS,
    sometimes: [...RATE_LIMIT, 'Retry-After'],
  },
];

const ERROR_CODES = [...new Set(errors.map(({ example }) => example.code))].sort();

const errorDetail = z
  .strictObject({
    parameter: z
      .string()
      .nullable()
      .describe('Its name, or that of the header. Null: the query as a whole, or an unknown name that is not shown.'),
    rule: z
      .enum(PARAMETER_RULES)
      .describe(
        'The rule that it breaks. `either`: one of the parameters with this rule is required. More may be added.',
      ),
    allowed: z.array(z.string()).optional().describe('With `one_of`, the values that the parameter takes.'),
  })
  .meta({ id: 'ErrorDetail' });

const errorDetails = z
  .strictObject({
    code: z.enum(ERROR_CODES).describe('What failed; each response says which code it has.'),
    message: z.string().describe('For people. Never shows a value that came with the request.'),
    requestId: REQUEST_ID,
    reason: z
      .enum(ERROR_REASONS)
      .optional()
      .describe(
        'Tells apart failures of one code: why a 404 has no application, report or PDF, which limit refused a 429, a position beyond the end of its log. Absent where the code says all; more may be added.',
      ),
    retryable: z
      .literal(true)
      .optional()
      .describe('The same request may succeed after `Retry-After`. Absent otherwise.'),
    details: z
      .array(errorDetail)
      .min(1)
      .optional()
      .describe('With 400, every parameter that breaks a rule, as far as it can be told. Absent otherwise.'),
  })
  .meta({ id: 'ErrorDetails' });

const envelope = z.strictObject({ error: errorDetails }).meta({ id: 'ErrorEnvelope' });

/** Every kind of failure, for `components/responses`. */
export function errorResponses(schemas: SchemaComponents): Record<string, unknown> {
  const schema = schemas.convert(envelope);
  return Object.fromEntries(
    errors.map(({ name, description, example, headers = [], sometimes = [] }) => {
      const retryable = [...headers, ...sometimes].includes('Retry-After');
      const bytes = errorEnvelope(example, { requestId: EXAMPLE_ID, retryable });
      const response = {
        description: `\`${example.code}\`: ${description}`,
        headers: headersOf([...EVERYWHERE, ...headers], sometimes),
        content: { 'application/json': { schema, example: JSON.parse(bytes.toString()) } },
      };
      return [name, response];
    }),
  );
}

/** The failures of one operation by status, as references. @param missing when it is 404; undefined: never. */
export function errorsOf(missing: string | undefined): Record<string, unknown> {
  return Object.fromEntries(
    errors.flatMap(({ name, example: { status, code } }) => {
      const response = { $ref: `#/components/responses/${name}` };
      if (status !== 404) return [[status, response]];
      return missing === undefined ? [] : [[status, { ...response, description: `\`${code}\`: ${missing}` }]];
    }),
  );
}
