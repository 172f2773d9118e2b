import { expect, test } from 'vitest';
import { isoDay, localDay, utcDay, zoneOrFallback } from './local-day.ts';

const HALF_HOUR_MS = 1_800_000;

const at = (text: string) => Date.parse(text);
const dayIn = (timeZone: string, text: string) => isoDay(localDay(at(text), timeZone));

test.each([
  ['America/New_York', '2026-03-08T04:59:59.999Z', '2026-03-07', 'the last millisecond before midnight'],
  ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-08', 'midnight of the day on which clocks go forward'],
  ['America/New_York', '2026-03-09T03:59:59.999Z', '2026-03-08', 'that day has 23 hours'],
  ['America/New_York', '2026-03-09T04:00:00.000Z', '2026-03-09', 'and ends an hour earlier in UTC'],
  ['America/New_York', '2026-11-02T04:59:59.999Z', '2026-11-01', 'the day on which clocks go back has 25 hours'],
  ['Asia/Kathmandu', '2026-06-01T18:14:59.999Z', '2026-06-01', 'a quarter of an hour off the half hour'],
  ['Asia/Kathmandu', '2026-06-01T18:15:00.000Z', '2026-06-02', 'a quarter of an hour off the half hour'],
  ['Australia/Lord_Howe', '2026-04-05T12:59:59.999Z', '2026-04-05', 'half an hour of daylight saving'],
  ['America/Sao_Paulo', '2018-11-04T02:59:59.999Z', '2018-11-03', 'a day that begins at one in the morning'],
  ['America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-04', 'a day that begins at one in the morning'],
  ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29', 'the last instant before the day that never was'],
  ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31', 'the first instant after it'],
  ['Pacific/Kiritimati', '2026-01-01T10:00:00.000Z', '2026-01-02', 'fourteen hours ahead'],
  ['Etc/GMT+12', '2026-01-01T11:59:59.999Z', '2025-12-31', 'twelve hours behind'],
  ['Europe/Berlin', '0001-06-01T12:00:00.000Z', '0001-06-01', 'local mean time, long before there were zones'],
  ['America/Chicago', '9999-12-31T23:59:59.999Z', '9999-12-31', 'the end of what an instant may be'],
])('in %s %s is on %s: %s', (timeZone, instant, day) => {
  expect(dayIn(timeZone, instant)).toBe(day);
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

test('a zone is taken as it is spelled', () => {
  expect(zoneOrFallback('America/Chicago')).toBe('America/Chicago');
});
