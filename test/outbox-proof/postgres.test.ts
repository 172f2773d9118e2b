import { describe, expect, it } from 'vitest';
import { newestPostgres } from './postgres.ts';

describe('the PostgreSQL of this machine', () => {
  it('is the newest that is installed', () => {
    const installed = [13, 17, 9].map((version) => ({
      program: `/usr/lib/postgresql/${version}/bin/postgres`,
      version,
    }));
    expect(newestPostgres(installed)).toBe('/usr/lib/postgresql/17/bin/postgres');
  });

  it('is asked for in plain words where there is none, or only an old one', () => {
    expect(() => newestPostgres([])).toThrow(/this machine has none: install it \(Debian: apt-get install/);
    expect(() => newestPostgres([{ program: '/usr/bin/postgres', version: 12 }])).toThrow(/this machine has 12:/);
  });
});
