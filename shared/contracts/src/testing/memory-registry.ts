import type { AvroRecord } from '../definition/avro-schema.ts';
import type { SchemaRegistry } from '../wire/registry.ts';

export type MemoryRegistry = SchemaRegistry & {
  /** Puts a schema under an id, as a publisher elsewhere would. */
  add(schema: unknown, id?: number): number;
  /** How often schemas were asked for. */
  questions(): number;
};

/** The port's contract without a server: one id per schema text. */
export function memoryRegistry(): MemoryRegistry {
  const schemas = new Map<number, string>();
  let asked = 0;
  const add = (schema: unknown, wanted?: number): number => {
    const text = JSON.stringify(schema);
    const known = [...schemas].find(([, other]) => other === text)?.[0];
    const id = wanted ?? known ?? schemas.size + 1;
    schemas.set(id, text);
    return id;
  };
  return {
    add,
    questions: () => asked,
    schemaById: async (id) => {
      asked += 1;
      const text = schemas.get(id);
      return text === undefined ? null : JSON.parse(text);
    },
    register: async (_subject: string, schema: AvroRecord) => add(schema),
  };
}
