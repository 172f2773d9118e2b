import type { ErrorCode } from '../envelope.ts';
import { type ResponseHeaderName, COUNTED, EVERYWHERE, type HeaderObject, headersOf, READ } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';

export type ResponseObject = {
  readonly description: string;
  readonly headers: Readonly<Record<string, HeaderObject>>;
  readonly content?: { readonly 'application/json': { readonly schema: JsonSchema; readonly example?: unknown } };
};

type ErrorResponse = {
  readonly name: string;
  readonly code: ErrorCode;
  readonly description: string;
  readonly message: string;
  readonly headers: readonly ResponseHeaderName[];
  readonly required?: readonly ResponseHeaderName[];
};

const EXAMPLE_ID = 'req_0f9d1c6a2b7e4f3d8c5a6b7c8d9e0f1a';

/** Responses of a failing operation, by status (spec §7). */
const errors: Readonly<Record<string, ErrorResponse>> = {
  '400': {
    name: 'InvalidRequest',
    code: 'invalid_request',
    description: 'A parameter is missing, unknown, repeated or outside its rule. The message names parameter and rule.',
    message: 'limit must be a whole number from 1 to 500.',
    headers: COUNTED,
  },
  '401': {
    name: 'Unauthorized',
    code: 'unauthorized',
    description: 'The bearer credential is missing, malformed, unknown, expired or revoked.',
    message: 'A valid API key or access token is required: Authorization: Bearer <token>.',
    headers: [...EVERYWHERE, 'WWW-Authenticate'],
  },
  '403': {
    name: 'Forbidden',
    code: 'forbidden',
    description: 'The credential lacks a permission, or cannot access the requested location.',
    message: 'The credential cannot access the requested location.',
    headers: READ,
    required: COUNTED,
  },
  '404': {
    name: 'NotFound',
    code: 'not_found',
    description: 'There is no such thing in the location.',
    message: 'The location has no such contact.',
    headers: [...READ, 'Retry-After'],
  },
  '414': {
    name: 'TargetTooLong',
    code: 'invalid_request',
    description: 'The request target is longer than any operation needs.',
    message: 'The request target is longer than 8192 bytes.',
    headers: EVERYWHERE,
  },
  '429': {
    name: 'RateLimited',
    code: 'rate_limited',
    description: 'The window of the credential or the quota of the day is used up. Nothing was counted.',
    message: 'The rate limit of the credential is exceeded.',
    headers: [...COUNTED, 'Retry-After'],
    required: [...COUNTED, 'Retry-After'],
  },
  '431': {
    name: 'HeadersTooLarge',
    code: 'invalid_request',
    description: 'The headers are larger than any client needs.',
    message: 'The headers have more than 200 lines or 16384 bytes.',
    headers: EVERYWHERE,
  },
  '500': {
    name: 'InternalError',
    code: 'internal_error',
    description: 'Something failed here. With `Retry-After`, the same request may succeed then.',
    message: 'The service cannot answer at the moment. Try again later.',
    headers: [...READ, 'Retry-After'],
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
    },
    required: ['code', 'message', 'requestId'],
    additionalProperties: false,
  },
};

const ENVELOPE: JsonSchema = { $ref: '#/components/schemas/ErrorEnvelope' };

/** Every kind of failure, for `components/responses`. */
export function errorResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(Object.values(errors).map((error) => [error.name, errorResponse(error)]));
}

/** The failures of one operation, as references. @param notFound when it is 404; undefined: never. */
export function errorsOf(notFound: string | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([status]) => status !== NOT_FOUND || notFound !== undefined)
      .map(([status, { name }]) => {
        const reference = { $ref: `#/components/responses/${name}` };
        return [status, status === NOT_FOUND ? { ...reference, description: `\`not_found\`: ${notFound}` } : reference];
      }),
  );
}

function errorResponse({ code, description, message, headers, required }: ErrorResponse): ResponseObject {
  return {
    description: `\`${code}\`: ${description}`,
    headers: headersOf(headers, required),
    content: {
      'application/json': { schema: ENVELOPE, example: { error: { code, message, requestId: EXAMPLE_ID } } },
    },
  };
}
