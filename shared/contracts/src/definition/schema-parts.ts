import { z } from 'zod';

/** How the redactor reads a string. Without a class it is free text. The classes are explained in `EventShape`. */
export type RedactionClass = 'identity' | 'opaque' | 'jsonBytes' | 'jsonText' | 'dropped';

/** What a schema cannot say in zod's own words. */
export type FieldTraits = {
  /** What a number means on the wire. */
  readonly logicalType?: 'timestamp-millis';
  /** The name of a nested record on the wire; without a namespace it has the one of its event. */
  readonly record?: { readonly name: string; readonly namespace?: string; readonly doc?: string };
  /** The sentence of the Avro schema for fields that have none of their own. */
  readonly doc?: string;
  /** What a record without the field reads as. Nullable fields and lists need none: they are null and empty. */
  readonly fallback?: 0 | false;
  readonly redaction?: RedactionClass;
  /** An instant that may lie ahead of the event. */
  readonly future?: boolean;
};

/**
 * The traits of the building blocks in `field-rules.ts`. A schema that is made from one by `describe` or by one more check
 * has the same traits.
 */
export const fieldTraits = z.registry<FieldTraits>();

/** What a schema consists of. zod's own type of it differs by kind of schema. */
type SchemaParts = {
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
