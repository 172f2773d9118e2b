import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenapiDocument } from '../openapi/document.ts';
import type { Reference } from '../openapi/json-schema.ts';
import type { HeaderObject } from '../openapi/response-headers.ts';
import { publishedDocument, resolved } from './published-routes.ts';

/** A response as the client received it. */
export type SeenResponse = {
  readonly method: string;
  /** Path and query below the base path, still encoded. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  /** The whole text. */
  readonly body: string;
};

/** The violations of the document in a response. */
export type ResponseContract = (response: SeenResponse) => string[];

type Response = {
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
};
type Expected = { readonly pointer: string; readonly response: Response };

const JSON_TYPE = 'application/json';
const FOUND = 302;
/** The base path itself, also as what `/contacts/..` comes to, is no operation: it leads people to the reference page. */
const LEADS_TO_DOCS = /^(?:\.\.\/)*docs$/;
/** Responses to requests of no operation: an unknown path, another method, a malformed request. */
const OF_NO_OPERATION = new Map<number, string>([
  [404, 'NotFound'],
  [405, 'InvalidRequest'],
  [414, 'TargetTooLong'],
  [417, 'InvalidRequest'],
  [431, 'HeadersTooLarge'],
]);
/** Headers that HTTP itself defines for every response; the document lists the others. */
const OF_HTTP =
  /^(date|connection|keep-alive|transfer-encoding|content-type|content-length|content-encoding|vary|allow|x-content-type-options)$/;

/** Checks responses against the OpenAPI document. */
export function createResponseContract(): ResponseContract {
  const document = publishedDocument();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi', undefined, false);
  const compiled = new Map<string, ValidateFunction>();
  const operations = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

  function valid(pointer: string, value: unknown): string[] {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  }

  function expected({ method, target, status }: SeenResponse): Expected | string {
    const path = target.split('?', 1)[0] ?? '';
    const operation = operations.find(({ pattern }) => pattern.test(path));
    if (method !== 'GET' || operation === undefined) {
      const name = OF_NO_OPERATION.get(status);
      return name === undefined ? `status ${status} of no operation` : shared(document, name);
    }
    const own = document.paths[operation.path]?.get.responses[String(status)] as
      | (Response & { $ref?: string })
      | undefined;
    if (status === 417 || own === undefined) return `status ${status} is not documented for ${operation.path}`;
    if (own.$ref !== undefined) return shared(document, own.$ref.split('/').at(-1) ?? '');
    return { pointer: `/paths/${escaped(operation.path)}/get/responses/${status}`, response: own };
  }

  function headerProblems(documented: NonNullable<Response['headers']>, { headers, method }: SeenResponse): string[] {
    const names = new Map(Object.keys(documented).map((name) => [name.toLowerCase(), name]));
    const problems: string[] = [];
    for (const [name, given] of Object.entries(documented)) {
      const { required, schema } = resolved(document, given);
      const value = headers.get(name);
      // What HTTP methods other than GET get is the envelope alone.
      if (value === null && required === true && method === 'GET') problems.push(`the header ${name} is missing`);
      if (value === null) continue;
      const typed = schema.type === 'integer' ? Number(value) : value;
      problems.push(...valid(`/components/headers/${name}/schema`, typed).map((problem) => `${name}: ${problem}`));
    }
    for (const name of headers.keys()) {
      if (!names.has(name) && !OF_HTTP.test(name)) problems.push(`the header ${name} is not documented`);
    }
    return problems;
  }

  return (response) => {
    if (response.status === FOUND && LEADS_TO_DOCS.test(response.headers.get('location') ?? '')) return [];
    const found = expected(response);
    if (typeof found === 'string') return [found];
    const problems = headerProblems(found.response.headers ?? {}, response);
    if (response.method === 'HEAD' || found.response.content === undefined) return problems;
    const pointer = `${found.pointer}/content/${escaped(JSON_TYPE)}/schema`;
    const body: unknown = JSON.parse(response.body);
    return [...problems, ...valid(pointer, body), ...codeProblems(found.response, body)];
  };
}

/** The envelope of errors is one schema for all of them; the response's example says which code is meant. */
function codeProblems({ content }: Response, body: unknown): string[] {
  const expected = codeOf(content?.[JSON_TYPE]?.example);
  if (expected === undefined || codeOf(body) === expected) return [];
  return [`/error/code must be ${expected}`];
}

function codeOf(body: unknown): string | undefined {
  return (body as { error?: { code?: string } } | undefined)?.error?.code;
}

/** @throws when the answer is not as documented; says the route's rule, never a value. */
export function assertDocumented(contract: ResponseContract, response: SeenResponse): void {
  const problems = contract(response);
  if (problems.length === 0) return;
  const where = response.target.split('?', 1)[0];
  throw new Error(`${response.method} ${where} answered outside the OpenAPI document:\n  ${problems.join('\n  ')}`);
}

function shared(document: OpenapiDocument, name: string): Expected {
  const response = document.components.responses[name] as Response;
  return { pointer: `/components/responses/${name}`, response };
}

/** As a JSON pointer inside a URI fragment. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
