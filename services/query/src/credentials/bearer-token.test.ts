import { describe, expect, it } from 'vitest';
import { bearerToken, tokenHash } from './bearer-token.ts';

describe('bearerToken', () => {
  it.each(['Bearer fmk_abc', 'bearer fmk_abc', 'BEARER  fmk_abc', 'Bearer fmk_abc '])('accepts %j', (header) => {
    expect(bearerToken(header)).toBe('fmk_abc');
  });

  it('accepts OAuth access tokens', () => {
    expect(bearerToken('Bearer fmo_A.b~c-d+e/f==')).toBe('fmo_A.b~c-d+e/f==');
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'fmk_abc',
    'Basic fmk_abc',
    'Bearerfmk_abc',
    'Bearer FMK_abc',
    'Bearer fmx_abc',
    'Bearer fmk_',
    'Bearer fmk_a b',
    'Bearer fmk_abc, Bearer fmk_def',
    'Bearer "fmk_abc"',
    'Bearer fmk_ä',
    `Bearer fmk_${'a'.repeat(600)}`,
  ])('refuses %j', (header) => {
    expect(bearerToken(header)).toBeNull();
  });
});

describe('tokenHash', () => {
  it('is the hex SHA-256 of the whole token', () => {
    expect(tokenHash('fmk_abc')).toBe('afbb38d6ee15bb331be52a3a8f6eb1b990dfa1bf1a511011a39cc17d4dc1afe9');
  });
});
