import { describe, expect, it } from 'vitest';
import { createResponseReader, type ResponseSize } from './http-connection.ts';

const response = (status: number, body: string) =>
  Buffer.from(`HTTP/1.1 ${status} Any\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`);

function read(pieces: readonly Buffer[]): ResponseSize[] {
  const seen: ResponseSize[] = [];
  const take = createResponseReader((one) => seen.push(one));
  for (const piece of pieces) take(piece);
  return seen;
}

describe('a response', () => {
  it('is read from one piece', () => {
    expect(read([response(200, 'abc'), response(404, '')])).toEqual([
      { status: 200, bytes: 3 },
      { status: 404, bytes: 0 },
    ]);
  });

  it('is read from pieces of one byte', () => {
    const bytes = response(503, 'content-length: 9\r\n\r\n');

    expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual([{ status: 503, bytes: 21 }]);
  });

  it('may be much longer than a piece', () => {
    const bytes = response(200, 'x'.repeat(100_000));
    const pieces = [bytes.subarray(0, 9), bytes.subarray(9, 65_000), bytes.subarray(65_000)];

    expect(read(pieces)).toEqual([{ status: 200, bytes: 100_000 }]);
  });

  it('is refused without a length, and with more than it says', () => {
    expect(() => read([Buffer.from('HTTP/1.1 200 OK\r\n\r\n')])).toThrow('Content-Length');
    expect(() => read([Buffer.concat([response(200, 'a'), Buffer.from('b')])])).toThrow('more');
  });
});
