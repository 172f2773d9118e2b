import { describe, expect, it } from 'vitest';
import { InvalidError } from './errors.ts';
import { createLogger, describeError } from './logger.ts';

describe('describeError', () => {
  it('shows code and message of our own errors', () => {
    const error = new InvalidError('id_pattern', 'contactId does not match the id pattern', { field: 'contactId' });
    expect(describeError(error)).toEqual({
      kind: 'invalid',
      code: 'id_pattern',
      message: 'contactId does not match the id pattern',
    });
  });

  it('shows class, code and frames of other errors, but not their message', () => {
    const error = Object.assign(new Error('dup key: { email: "ada@example.com" }'), { code: 11_000 });
    const shown = describeError(new InvalidError('outer', 'outer rule', { cause: error }));
    expect(shown.cause).toMatchObject({ kind: 'fatal', code: 'unexpected_Error_11000' });
    expect(shown.cause?.stack).toContain('at ');
    expect(JSON.stringify(shown)).not.toContain('ada@example.com');
  });
});

it('createLogger writes JSON lines through the sanitizer', () => {
  const lines: string[] = [];
  const logger = createLogger({
    service: 'query',
    level: 'info',
    sanitize: (line) => line.replaceAll('123-45-6789', '***-**-****'),
    destination: { write: (line) => lines.push(line) },
  });
  logger.info({ requestId: 'req_1', note: '123-45-6789' }, 'answered');
  logger.debug('not shown');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    service: 'query',
    requestId: 'req_1',
    note: '***-**-****',
    msg: 'answered',
  });
});
