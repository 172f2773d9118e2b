import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTerminal } from './terminal.ts';

const LINE_BYTES = 1_000;

/** An endless export to `output`. */
function setUp(output: Writable) {
  let made = 0;
  async function* endless() {
    for (;;) yield { row: made++, text: 'x'.repeat(LINE_BYTES) };
  }
  const terminal = createTerminal({
    input: new PassThrough(),
    output,
    errors: new PassThrough(),
    json: false,
    sanitize: (text) => text,
  });
  return { made: () => made, exporting: terminal.rows(endless()) };
}

describe('rows', () => {
  it('are made as fast as they are taken', async () => {
    const slow = new PassThrough();
    const { made, exporting } = setUp(slow);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(made()).toBeLessThan(200);
    slow.destroy(Object.assign(new Error('closed'), { code: 'EPIPE' }));
    await exporting;
  });

  it('end when their reader is gone, and not for another reason', async () => {
    const failing = (code: string) =>
      new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
    await expect(setUp(failing('EPIPE')).exporting).resolves.toBeGreaterThan(0);
    await expect(setUp(failing('ENOSPC')).exporting).rejects.toThrow('ENOSPC');
  });
});
