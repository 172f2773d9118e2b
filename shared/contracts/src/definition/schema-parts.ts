import type { z } from 'zod';
import { type FieldTraits, fieldTraits } from './field-traits.ts';

/** What a schema consists of. zod's own type of it differs by kind of schema. */
export type SchemaParts = {
  readonly type: string;
  /** The fields of a record. */
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  /** What a nullable schema is besides null. */
  readonly innerType?: z.ZodType;
  /** The items of a list. */
  readonly element?: z.ZodType;
  /** The words of a closed vocabulary. */
  readonly entries?: Readonly<Record<string, string>>;
};

export function partsOf(schema: z.ZodType): SchemaParts {
  return schema.def as unknown as SchemaParts;
}

export function traitsOf(schema: z.ZodType): FieldTraits {
  return fieldTraits.get(schema) ?? {};
}
