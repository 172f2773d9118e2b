import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, flag, list, parseConfig, wholeNumber } from './config.ts';

const schema = z.object({
  PORT: wholeNumber({ min: 1, max: 65_535 }).prefault('8080').describe('Port of the API.'),
  BROKERS: list().describe('Kafka brokers.'),
  SECRET: z.string().min(32, 'must have at least 32 characters').describe('Key material.'),
  CLOSED: flag().prefault('false').describe('Refuse when in doubt.'),
});

describe('parseConfig', () => {
  it('gives typed options with defaults, and takes an empty variable as unset', () => {
    const config = parseConfig(schema, { BROKERS: 'a:1, b:2', SECRET: 'x'.repeat(32), PORT: '', OTHER: 'ignored' });
    expect(config).toEqual({ PORT: 8080, BROKERS: ['a:1', 'b:2'], SECRET: 'x'.repeat(32), CLOSED: false });
  });

  it('names every wrong option at once, with its rule and without its value', () => {
    const wrong = () => parseConfig(schema, { PORT: '0x10', SECRET: 'hunter2', CLOSED: 'yes' });
    expect(wrong).toThrow(ConfigError);
    try {
      wrong();
    } catch (error) {
      expect(
        String(error)
          .split(/\n {2}/)
          .slice(1),
      ).toEqual([
        'PORT: must be a whole number in plain decimal digits',
        'BROKERS: is required and not set; set the environment variable: Kafka brokers',
        'SECRET: must have at least 32 characters',
        'CLOSED: must be true or false',
      ]);
      expect(String(error)).not.toContain('hunter2');
    }
  });

  it('refuses a variable that is an option but for a slip, unless the option itself is set', () => {
    const environment = { BROKERS: 'a:1', SECRET: 'x'.repeat(32), CLOSE: 'true' };
    expect(() => parseConfig(schema, { ...environment, SECRETT: 'hunter2' })).not.toThrow();
    expect(() =>
      parseConfig(z.object({ ...schema.shape, FAIL_MODE: flag().optional() }), { ...environment, FAIL_MOD: 'hunter2' }),
    ).toThrow(
      /^The configuration is wrong:\n {2}FAIL_MOD: is no option\. Rename the variable to FAIL_MODE, or set FAIL_MODE as well if it is not ours$/,
    );
  });

  it.each(['', ' 5', '5 ', '1e2', '+1', '01', '1.0', '65536', '0'])('refuses %j as a port', (PORT) => {
    const environment = { PORT, BROKERS: 'a:1', SECRET: 'x'.repeat(32) };
    if (PORT === '') expect(parseConfig(schema, environment).PORT).toBe(8080);
    else expect(() => parseConfig(schema, environment)).toThrow('PORT');
  });
});
