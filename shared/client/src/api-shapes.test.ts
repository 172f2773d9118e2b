import { expect, it } from 'vitest';
import document from '../openapi.json' with { type: 'json' };
import type { PagedPath } from './api-shapes.ts';

/** A missing or additional path does not compile. */
const PAGED: Readonly<Record<PagedPath, string>> = {
  '/locations': 'locations',
  '/contacts': 'contacts',
  '/pipeline': 'contacts',
  '/deals': 'deals',
  '/deal-pipelines': 'pipelines',
  '/changes': 'changes',
};

type Described = Record<
  string,
  {
    readonly get: {
      readonly operationId: string;
      readonly parameters: readonly { readonly name?: string; readonly $ref?: string }[];
    };
  }
>;
type Schema = { readonly properties?: Readonly<Record<string, object>> };

const paths: Described = document.paths;
const schemas: Readonly<Record<string, Schema>> = document.components.schemas;

it('every path that takes a cursor has pages', () => {
  const paged = Object.entries(paths).filter(([, { get }]) => get.parameters.some(({ name }) => name === 'cursor'));
  expect(paged.map(([path]) => path).sort()).toEqual(Object.keys(PAGED).sort());
});

it.each(Object.entries(PAGED))('a page of %s has one list: %s', (path, list) => {
  const name = paths[path]?.get.operationId.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const members = Object.entries(schemas[`${name}Data`]?.properties ?? {});
  expect(members.filter(([, schema]) => 'type' in schema && schema.type === 'array').map(([member]) => member)).toEqual(
    [list],
  );
});
