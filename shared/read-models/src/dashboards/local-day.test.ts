import { expect, test } from 'vitest';
import { isoDay, localDay, utcDay, zoneOrFallback } from './local-day.ts';

const HALF_HOUR_MS = 1_800_000;

const at = (text: string) => Date.parse(text);

test.each([
  ['Europe/Berlin', '0001-06-01T12:00:00.000Z', '0001-06-01', 'local mean time, long before there were zones'],
  ['America/Chicago', '9999-12-31T23:59:59.999Z', '9999-12-31', 'the end of what an instant may be'],
])('in %s %s is on %s: %s', (timeZone, instant, day) => {
  expect(isoDay(localDay(at(instant), timeZone))).toBe(day);
});

test.each([
  'America/New_York',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Gaza',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Apia',
  'Pacific/Chatham',
])('in %s every half hour of two years is on the day that a calendar shows', (timeZone) => {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const wrong: string[] = [];
  for (let instant = at('2011-01-01T00:00Z'); instant < at('2013-01-01T00:00Z'); instant += HALF_HOUR_MS) {
    for (const near of [instant - 1, instant]) {
      const day = isoDay(localDay(near, timeZone));
      const shown = calendar.format(near);
      if (day !== shown) wrong.push(`${new Date(near).toISOString()}: ${day}, not ${shown}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a UTC day begins at midnight UTC, before 1970 too', () => {
  expect([0, 86_399_999, 86_400_000, -1].map(utcDay)).toEqual([0, 0, 1, -1]);
});

test.each([null, '', 'Mars/Olympus', '+02:00', '-05:00', '__proto__'])('the zone %j counts as UTC', (timeZone) => {
  expect(zoneOrFallback(timeZone)).toBe('UTC');
});
