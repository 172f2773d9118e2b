import { expect, it } from 'vitest';
import { chooseCoding } from './accept-encoding.ts';

it.each<[string | undefined, 'br' | 'gzip' | null]>([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br', 'br'],
  ['x-gzip', 'gzip'],
  ['deflate, zstd', null],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br ; q=0.2 ,\tgzip;q=1.000', 'gzip'],
  ['gzip;q=0.000', null],
  ['gzip;q=0., br;q=1.', 'br'],
  ['identity;q=0.5, gzip;q=0.2', null],
  ['identity;q=0, *;q=0', null],
  // Members that cannot be read.
  ['gzip;q=2', null],
  ['gzip;q=0.1234', null],
  ['gzip;level=9', null],
  ['gz ip, br', 'br'],
  [',,br,,', 'br'],
  ['constructor, __proto__', null],
])('Accept-Encoding %j', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});
