import { describe, expect, it } from 'vitest';
import { createCommandCounter } from './command-counter.ts';

/** An OP_MSG whose document begins with the command. */
function message(command: string, bytes: number): Buffer {
  const body = Buffer.alloc(4 + 1 + 4 + 1);
  body.writeUInt8(0x10, 9);
  const rest = Buffer.alloc(bytes, 7);
  const header = Buffer.alloc(16);
  const all = Buffer.concat([header, body, Buffer.from(`${command}\0`), rest]);
  all.writeInt32LE(all.length, 0);
  all.writeInt32LE(2013, 12);
  return all;
}

function counted(chunks: readonly Buffer[]): string[] {
  const commands: string[] = [];
  const take = createCommandCounter((command) => commands.push(command));
  for (const chunk of chunks) take(chunk);
  return commands;
}

const sent = Buffer.concat([message('hello', 3), message('update', 5_000), message('find', 0), message('update', 90)]);

describe('the commands on a connection', () => {
  it('are counted by name', () => {
    expect(counted([sent])).toEqual(['hello', 'update', 'find', 'update']);
  });

  it.each([1, 7, 16, 100, 4_096])('are the same in pieces of %i bytes', (size) => {
    const chunks = Array.from({ length: Math.ceil(sent.length / size) }, (_, index) =>
      sent.subarray(index * size, (index + 1) * size),
    );

    expect(counted(chunks)).toEqual(['hello', 'update', 'find', 'update']);
  });
});
