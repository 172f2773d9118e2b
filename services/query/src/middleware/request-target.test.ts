import { describe, expect, it } from 'vitest';
import { parseTarget } from './request-target.ts';

describe('parseTarget', () => {
  it.each([
    ['/a/b', { path: '/a/b', query: '' }],
    ['/a?b=c?d', { path: '/a', query: 'b=c?d' }],
    ['/a?', { path: '/a', query: '' }],
    ['http://host:1/a?b', { path: '/a', query: 'b' }],
    ['HTTPS://host/a', { path: '/a', query: '' }],
    ['http://host', { path: '', query: '' }],
    ['http://host?a=/b', { path: '', query: 'a=/b' }],
    ['//host/a', { path: '//host/a', query: '' }],
    ['*', { path: '*', query: '' }],
    ['/a#b', { path: '/a#b', query: '' }],
  ])('splits %s', (url, target) => {
    expect(parseTarget(url)).toEqual(target);
  });
});
