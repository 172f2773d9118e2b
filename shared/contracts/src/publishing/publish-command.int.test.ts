import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { definitionOf } from '../event-types.ts';
import { connectToStack, readAll } from '../testing/stack.ts';

const COMMAND = fileURLToPath(new URL('publish-command.ts', import.meta.url));

type Run = {
  readonly args?: readonly string[];
  readonly lines?: readonly string[];
  readonly env: Record<string, string>;
};

function start(args: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
}

/** The command as a process; `lines` go to standard input. */
async function publish({ args = [], lines = [], env }: Run) {
  const child = start(args, env);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {}); // it may end without reading
  child.stdin.end(lines.join('\n'));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

function line(number: number, changes: Record<string, unknown> = {}): string {
  const eventId = `0e3a77c0-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const meta = { eventId, occurredAt: '2026-01-15T12:00:00Z', version: 1, locationId: 'loc-1', source: 'test' };
  return JSON.stringify({ type: 'ContactChanged', meta, contactId: `c${number}`, firstName: 'Ann', ...changes });
}

const good = Array.from({ length: 10 }, (_, index) => line(index));
const bad = [line(100, { firstname: 'secret' }), '{"type":'];

async function stored(stack: Awaited<ReturnType<typeof connectToStack>>): Promise<number> {
  return (await readAll(stack.kafka, stack.admin, Object.values(stack.topics))).length;
}

test('lines from standard input are published, and with --keep-going bad ones are refused by number, field and rule', async () => {
  await using stack = await connectToStack();
  const { code, stdout } = await publish({ args: ['--keep-going'], lines: [...good, ...bad], env: stack.environment });
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    'Refused: 2 lines',
    '  line 11: firstname: is not a field of ContactChanged (firstName?)',
    '  line 12: must be one JSON object',
    'Published 10 events, refused 2 lines.',
  ]);
  expect(stdout).toMatch(/ X-Wait-For-Position: \S+\.changes\.v1\/\d+\/\d+/);
  expect([code, await stored(stack)]).toEqual([1, 10]);
});

test('the input is published also when nobody reads what is printed', async () => {
  await using stack = await connectToStack();
  const child = start([], stack.environment);
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdout.destroy();
  child.stdin.end(good.join('\n'));
  const [code] = await once(child, 'close');
  expect([code, stderr]).toEqual([0, '']);
  expect(await stored(stack)).toBe(good.length);
});

describe('says in one sentence what is wrong', () => {
  test('topics that do not exist', async () => {
    await using stack = await connectToStack();
    const run = await publish({ lines: good, env: { ...stack.environment, TOPIC_PREFIX: 'nowhere.' } });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/^Kafka has no topic nowhere\.crm\.changes\.v1, .*\n$/);
  });

  test('a registry that is away', async () => {
    await using stack = await connectToStack();
    const run = await publish({
      lines: good,
      env: { ...stack.environment, SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1' },
    });
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(/^The schema registry is not available\. .*again\.\n$/);
    expect(run.stdout).toMatch(/^Nothing is known to be published\.\n.*duplicates change nothing\.\n$/);
  });

  test('a schema that the registry refuses, by its line and field', async () => {
    await using stack = await connectToStack();
    const { avro, fullName } = definitionOf('ContactChanged');
    const named = avro.fields.map((field) => (field.name === 'contactId' ? { ...field, name: 'id' } : field));
    const subject = `${stack.topics.crm}-${fullName}`;
    await stack.registry.register(subject, { ...avro, fields: named });
    const { code, stdout } = await publish({ lines: [line(1)], env: stack.environment });
    expect(stdout).toMatch(
      /Refused: 1 line\n {2}line 1: The schema registry refuses the schema of \S+ContactChanged: .*contactId.*\nNothing was published\./,
    );
    expect(code).toBe(1);
  });
});
