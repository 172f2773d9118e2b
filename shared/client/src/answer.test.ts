import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryAfterSecondsOf } from './answer.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 8), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const secondsOf = (text: string) => retryAfterSecondsOf(new Headers({ 'retry-after': text }));

it.each([
  ['0', 0],
  ['7', 7],
  ['86400', 86_400],
  ['Mon, 23 Nov 2026 08:00:30 GMT', 30],
  ['Mon, 23 Nov 2026 07:00:00 GMT', 0],
  ...['', 'soon', '-3', '1e9', 'NaN'].map((text) => [text, null]),
] as [string, number | null][])('Retry-After %j is %j seconds', (text, seconds) =>
  expect(secondsOf(text)).toBe(seconds),
);
