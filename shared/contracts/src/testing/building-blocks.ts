import type { z } from 'zod';

/**
 * What `blocks` has for the building block that the schema is. A block that was only described is the same block:
 * descriptions share the rules, so the definition is the same object.
 */
export function forBlock<Value>(blocks: ReadonlyMap<unknown, Value>, schema: z.ZodType): Value | undefined {
  const own = blocks.get(schema);
  if (own !== undefined) return own;
  const parent = schema._zod.parent as z.ZodType | undefined;
  return parent !== undefined && parent.def === schema.def ? forBlock(blocks, parent) : undefined;
}
