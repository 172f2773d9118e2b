import { fileURLToPath } from 'node:url';
import type { JsonSchema } from '@fundlens/query/openapi/json-schema';
import type { ParameterObject } from '@fundlens/query/openapi/operation-parameters';
import { publishedDocument } from '@fundlens/query/testing/published-routes';

/**
 * The interface without its words: a line for each operation, parameter, header and member of a schema. In its diff a
 * reviewer sees what clients will see. A field of an event is shown by itself: here the reviewer sees that it is, or asks
 * for its name in `hidden` of the view.
 */
export const MEMBERS_FILE = fileURLToPath(new URL('../../services/query/src/openapi/members.txt', import.meta.url));

type Responses = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
>;

export function membersFile(): string {
  const { paths, components } = publishedDocument();
  const lines = [
    ...Object.entries(paths).flatMap(([path, { get }]) => {
      const { 200: success, ...others } = get.responses as Responses;
      const body = typeOf(success?.content?.['application/json']?.schema ?? {});
      const shared = get.parameters.flatMap((parameter) => ('$ref' in parameter ? [nameOf(parameter.$ref)] : []));
      return [
        `GET ${path}: needs ${get['x-permissions'].join(' and ')}; takes ${shared.join(', ')}; ${body} or ${Object.keys(others).join(' ')}`,
        ...get.parameters.flatMap((own) => ('$ref' in own ? [] : [`GET ${path} ${parameterLine(own)}`])),
      ];
    }),
    ...Object.entries(components.parameters).map(([name, shared]) => `parameter ${name}: ${parameterLine(shared)}`),
    ...Object.entries(components.headers).map(
      ([name, { required = false, schema }]) => `header ${member(name, required, schema)}`,
    ),
    ...Object.entries(components.schemas).flatMap(([name, { properties = {}, required }]) =>
      Object.entries(properties).map(([own, schema]) =>
        member(`${name}.${own}`, Array.isArray(required) && required.includes(own), schema),
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function parameterLine({ in: place, name, required, schema }: ParameterObject): string {
  return `${place} ${member(name, required, schema)}`;
}

function member(name: string, isRequired: boolean, schema: JsonSchema): string {
  return `${name}${isRequired ? '' : '?'}: ${typeOf(schema)}`;
}

/** As TypeScript has types, with what else limits a value in parentheses: `string[] (maxItems 20)`. */
function typeOf({
  description,
  $ref,
  type = 'any',
  items,
  anyOf,
  oneOf,
  const: value,
  enum: values,
  ...rest
}: JsonSchema): string {
  const { format, pattern, ...bounds } = rest;
  const alternatives = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  const types = [type].flat().map((one) => {
    if (one === 'array') return `Array<${typeOf(items ?? {})}>`;
    return one === 'null' ? one : (format ?? one);
  });
  const chosen = [value, values].flat().filter((one) => one !== undefined);
  const shown = alternatives?.map(typeOf) ?? (chosen.length > 0 ? chosen.map((one) => JSON.stringify(one)) : types);
  // A format says shorter what its pattern says.
  const limits = Object.entries(format === undefined && pattern !== undefined ? { ...bounds, pattern } : bounds).map(
    ([keyword, bound]) => `${keyword} ${bound}`,
  );
  const whole = $ref === undefined ? shown.join(' | ') : nameOf($ref);
  return limits.length === 0 ? whole : `${whole} (${limits.join(', ')})`;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
