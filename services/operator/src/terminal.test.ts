import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createTerminal } from './terminal.ts';

/** An endless export to a reader that is gone for this reason. @returns how many rows it took */
function exporting(code: string): Promise<number> {
  async function* endless() {
    for (let row = 0; ; row += 1) yield { row };
  }
  const output = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
  const [input, errors] = [new PassThrough(), new PassThrough()];
  return createTerminal({ input, output, errors, json: false, sanitize: (text) => text }).rows(endless());
}

it('a question that ends without an answer, as by Ctrl-D, is answered with no', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const errors = Object.assign(new PassThrough(), { isTTY: true });
  const terminal = createTerminal({ input, output: errors, errors, json: false, sanitize: (text) => text });
  const asked = terminal.confirm('Drop it?');
  input.write('\u0004');
  expect(await asked).toBe(false);
});

it('an export ends when its reader is gone, and not for another reason', async () => {
  await expect(exporting('EPIPE')).resolves.toBeGreaterThan(0);
  await expect(exporting('ENOSPC')).rejects.toThrow('ENOSPC');
});
