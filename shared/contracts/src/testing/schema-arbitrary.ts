import fc from 'fast-check';
import type { z } from 'zod';
import { partsOf } from '../definition/schema-parts.ts';
import { forBlock } from './building-blocks.ts';

/** How values are drawn for what a schema leaves open. */
export type ArbitraryRules = {
  /** By the building blocks of `field-rules.ts`. */
  readonly blocks: ReadonlyMap<unknown, fc.Arbitrary<unknown>>;
  /** For what is no building block: undefined for a schema that has no arbitrary. */
  other(schema: z.ZodType, name: string): fc.Arbitrary<unknown> | undefined;
  optional(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown>;
  listOf(item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown>;
};

/**
 * Values of a schema, field by field.
 * @throws TypeError for a schema that no rule covers, so that a new building block gets its arbitrary.
 */
export function schemaArbitrary(schema: z.ZodType, name: string, rules: ArbitraryRules): fc.Arbitrary<unknown> {
  const block = forBlock(rules.blocks, schema);
  if (block !== undefined) return block;
  const { type, shape, innerType, element, entries } = partsOf(schema);
  if (shape !== undefined) {
    const fields = Object.entries(shape).map(
      ([field, inner]) => [field, schemaArbitrary(inner, field, rules)] as const,
    );
    return fc.record(Object.fromEntries(fields));
  }
  if (innerType !== undefined) return rules.optional(schemaArbitrary(innerType, name, rules));
  if (element !== undefined) return rules.listOf(schemaArbitrary(element, name, rules));
  if (entries !== undefined) return fc.constantFrom(...Object.values(entries));
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  const other = rules.other(schema, name);
  if (other === undefined) throw new TypeError(`no arbitrary for ${name} of type ${type}`);
  return other;
}
