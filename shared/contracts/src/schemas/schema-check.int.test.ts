import { expect, test } from 'vitest';
import { definitionOf } from '../event-types.ts';
import { connectToStack, stackAddresses } from '../testing/stack.ts';
import { checkSchema } from './schema-check.ts';
import { askRegistry } from '../wire/registry.ts';

const { avro, fullName } = definitionOf('LocationChanged');
const motto = { name: 'motto', type: 'string' };

test('a change is checked against what the registry has, and nothing is registered', async () => {
  await using stack = await connectToStack();
  const registry = askRegistry({ url: stackAddresses().schemaRegistryUrl });
  const { topics } = stack;
  const check = (schema: unknown) => checkSchema(schema, { topics, registry });
  const subject = `${topics.crm}-${fullName}`;

  expect(await registry(subject, avro)).toBeNull();
  await stack.registry.register(subject, avro);
  expect(await check(avro)).toMatchObject({ refusals: [], notes: [] });

  const changed = { ...avro, fields: [...avro.fields, motto] };
  const refused = await check(changed);
  expect(refused.refusals.at(0)).toMatch(/motto: is not written, and has no default$/);
  expect(refused.refusals.at(-1)).toBe(`the registry refuses it for ${subject}`);
  const refusal = { kind: 'fatal', code: 'schema_refused', message: expect.stringContaining('motto') };
  await expect(stack.registry.register(subject, changed)).rejects.toMatchObject(refusal);
});
