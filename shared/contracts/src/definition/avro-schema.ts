/** An Avro schema as JSON. */
export type AvroSchema = string | readonly AvroSchema[] | AvroComplex;
export function isUnion(schema: AvroSchema): schema is readonly AvroSchema[] {
  return Array.isArray(schema);
}
type AvroComplex = {
  readonly type: AvroSchema;
  readonly name?: string;
  readonly namespace?: string;
  readonly items?: AvroSchema;
  readonly fields?: readonly AvroField[];
  readonly logicalType?: string;
  readonly doc?: string;
};
export type AvroField = {
  readonly name: string;
  readonly type: AvroSchema;
  readonly default?: unknown;
  readonly doc?: string;
};
export type AvroRecord = AvroComplex & Required<Pick<AvroComplex, 'name' | 'namespace' | 'fields'>>;
