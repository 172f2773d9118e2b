import { listeningServer } from '@fundlens/runtime/testing/listening-server';
import { describe, expect, test } from 'vitest';
import { definitionOf, eventTypes } from '../event-types.ts';
import { createSchemaRegistry, registerSchemas, type SchemaRegistry } from './registry.ts';
import { connectToStack, stackAddresses } from '../testing/stack.ts';

describe('with the real registry', () => {
  test('every schema is registered under its topic and record name, transitively backward compatible', async () => {
    await using stack = await connectToStack();
    const ids = await registerSchemas(stack.registry, stack.topics);
    expect(await registerSchemas(stack.registry, stack.topics)).toEqual(ids);
    for (const type of eventTypes) {
      const { stream, fullName } = definitionOf(type);
      const subject = `${stack.topics[stream]}-${fullName}`;
      const answer = await fetch(`${stackAddresses().schemaRegistryUrl}/config/${subject}`);
      expect(await answer.json()).toEqual({ compatibilityLevel: 'BACKWARD_TRANSITIVE' });
      expect(await stack.registry.schemaById(ids[type])).toMatchObject({ type: 'record', name: fullName });
    }
  });

  test('a subject that another tool left without compatibility is taken over', async () => {
    await using stack = await connectToStack();
    const subject = `${stack.topics.crm}-taken-over`;
    await fetch(`${stackAddresses().schemaRegistryUrl}/config/${subject}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"compatibility":"NONE"}',
    });
    expect(await stack.registry.register(subject, definitionOf('ContactChanged').avro)).toBeGreaterThan(0);
  });

  test('an id that was never issued is unknown', async () => {
    await using stack = await connectToStack();
    for (const id of [0, 987_654, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) {
      expect(await stack.registry.schemaById(id)).toBeNull();
    }
  });
});

describe('a registry in trouble is waited for, within bounds', () => {
  const schema = definitionOf('ContactChanged').avro;
  const retryable = { kind: 'retryable', code: 'registry_unavailable' };

  test('not listening, or accepting connections and never answering', async () => {
    const { url, close } = await listeningServer();
    const asked = async () => {
      const registry = createSchemaRegistry({ url, timeoutMs: 100 });
      await expect(registry.schemaById(1)).rejects.toMatchObject(retryable);
      await expect(registry.register('s', schema)).rejects.toMatchObject(retryable);
    };
    await asked();
    await close();
    await asked();
  });

  /** A registry whose every answer is this one. */
  async function answering(status: number, body: string): Promise<SchemaRegistry> {
    const headers = { 'content-type': 'application/json' };
    return createSchemaRegistry(await listeningServer((_, response) => response.writeHead(status, headers).end(body)));
  }

  test.each([401, 429, 500, 503])('answering %d', async (status) => {
    const registry = await answering(status, '{"message":"secret"}');
    await expect(registry.schemaById(1)).rejects.toMatchObject(retryable);
    await expect(registry.schemaById(1)).rejects.not.toThrow(/secret/);
    await expect(registry.register('s', schema)).rejects.toMatchObject(retryable);
  });

  test('that is none, it is told from one that refuses a schema', async () => {
    const registry = await answering(200, '<html>');
    const message = expect.stringContaining('does not answer as one');
    await expect(registry.register('s', schema)).rejects.toMatchObject({ kind: 'retryable', message });
  });

  test.each(['{"schemaType":"JSON","schema":"{}"}', '{"schema":"{\\"type\\":\\"nonsense\\"}"}'])(
    'holding under the id what is no Avro schema, the record is invalid: %s',
    async (body) => {
      const registry = await answering(200, body);
      await expect(registry.schemaById(1)).rejects.toMatchObject({ kind: 'invalid', code: 'unreadable_schema' });
    },
  );
});
