import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { outliveReader } from './unread-output.ts';

const failing = (code: string) => {
  const error = Object.assign(new Error('closed'), { code });
  const output = new Writable({ write: (_, __, done) => done(error) });
  outliveReader(output);
  return () => output.emit('error', error);
};

it('lets a command go on when nobody reads its output any more', () => {
  expect(failing('EPIPE')).not.toThrow();
});

it('hides no other failure of the output', () => {
  expect(failing('ENOSPC')).toThrow('closed');
});
