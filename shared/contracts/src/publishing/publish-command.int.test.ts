import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { definitionOf } from '../event-types.ts';
import { contactLine } from '../testing/sample-lines.ts';
import { connectToStack, readAll } from '../testing/stack.ts';

const COMMAND = fileURLToPath(new URL('publish-command.ts', import.meta.url));

function start(args: readonly string[], env: Record<string, string>) {
  return spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
}

/** The command as a process; `lines` go to standard input. */
async function publish(lines: readonly string[], env: Record<string, string>, ...args: readonly string[]) {
  const child = start(args, env);
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  child.stdin.on('error', () => {}); // it may end without reading
  child.stdin.end(lines.join('\n'));
  const [code] = await once(child, 'close');
  return { code, stdout: await stdout, stderr: await stderr };
}

const good = Array.from({ length: 10 }, (_, index) => contactLine({ contactId: `c${index}` }));
const bad = [contactLine({ firstname: 'secret' }), '{"type":'];

async function stored(stack: Awaited<ReturnType<typeof connectToStack>>): Promise<number> {
  return (await readAll(stack.kafka, stack.admin, Object.values(stack.topics))).length;
}

test('lines from standard input are published, and with --keep-going bad ones are refused by number, field and rule', async () => {
  await using stack = await connectToStack();
  const { code, stdout } = await publish([...good, ...bad], stack.environment, '--keep-going');
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
  const stderr = text(child.stderr);
  child.stdout.destroy();
  child.stdin.end(good.join('\n'));
  const [code] = await once(child, 'close');
  expect([code, await stderr]).toEqual([0, '']);
  expect(await stored(stack)).toBe(good.length);
});

describe('says in one sentence what is wrong', () => {
  test.each([
    [
      'topics that do not exist',
      2,
      { TOPIC_PREFIX: 'nowhere.' },
      /^Kafka has no topic nowhere\.crm\.changes\.v1, .*\n$/,
    ],
    [
      'a registry that is away, and that nothing is known to be published',
      3,
      { SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1' },
      /^Nothing is known to be published\.\n.*duplicates change nothing\.\nThe schema registry is not available\. .*again\.\n$/,
    ],
  ])('%s', async (_, status, env, said) => {
    await using stack = await connectToStack();
    const { code, stdout, stderr } = await publish(good, { ...stack.environment, ...env });
    expect(stdout + stderr).toMatch(said);
    expect(code).toBe(status);
  });

  test('a schema that the registry refuses, by its line and field', async () => {
    await using stack = await connectToStack();
    const { avro, fullName } = definitionOf('ContactChanged');
    const named = avro.fields.map((field) => (field.name === 'contactId' ? { ...field, name: 'id' } : field));
    const subject = `${stack.topics.crm}-${fullName}`;
    await stack.registry.register(subject, { ...avro, fields: named });
    const { code, stdout } = await publish([contactLine()], stack.environment);
    expect(stdout).toMatch(
      /Refused: 1 line\n {2}line 1: The schema registry refuses the schema of \S+ContactChanged: .*contactId.*\nNothing was published\./,
    );
    expect(code).toBe(1);
  });
});
