import { describe, expect, it } from 'vitest';
import { createResponseReader } from './http-connection.ts';

const response = (status: number, body: string) =>
  Buffer.from(`HTTP/1.1 ${status} Any\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`);

function read(pieces: readonly Buffer[]): number[] {
  const seen: number[] = [];
  const take = createResponseReader((status) => seen.push(status));
  for (const piece of pieces) take(piece);
  return seen;
}

describe('a response', () => {
  it('is read from one piece, from pieces of one byte, and from pieces that are shorter than its body', () => {
    const pair = [response(200, 'abc'), response(404, 'content-length: 9\r\n\r\n')];
    const long = response(200, 'x'.repeat(100_000));

    expect(read(pair)).toEqual([200, 404]);
    expect(read([...Buffer.concat(pair)].map((byte) => Buffer.from([byte])))).toEqual([200, 404]);
    expect(read([long.subarray(0, 9), long.subarray(9, 65_000), long.subarray(65_000)])).toEqual([200]);
  });

  it('is refused without a length, and with more than it says', () => {
    expect(() => read([Buffer.from('HTTP/1.1 200 OK\r\n\r\n')])).toThrow('Content-Length');
    expect(() => read([Buffer.concat([response(200, 'a'), Buffer.from('b')])])).toThrow('more');
  });
});
