import type { SchemaRegistry } from '../wire/registry.ts';

/** The port's contract without a server: one id per schema text. */
export function memoryRegistry() {
  const schemas = new Map<number, string>();
  let asked = 0;
  /** Puts a schema under an id, as a publisher elsewhere would. */
  const add = (schema: unknown, wanted?: number): number => {
    const text = JSON.stringify(schema);
    const known = [...schemas].find(([, other]) => other === text)?.[0];
    const id = wanted ?? known ?? schemas.size + 1;
    schemas.set(id, text);
    return id;
  };
  const registry: SchemaRegistry = {
    schemaById: async (id) => {
      asked += 1;
      const text = schemas.get(id);
      return text === undefined ? null : JSON.parse(text);
    },
    register: async (_subject, schema) => add(schema),
  };
  /** How often schemas were asked for. */
  const questions = () => asked;
  return { ...registry, add, questions };
}
