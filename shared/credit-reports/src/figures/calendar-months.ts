import { rememberingWords } from '../report-tree.ts';

/** Dates are `2020-01-15`, or `2020-01` where a bureau states no day. They sort as text. */
export type CalendarDate = string;

/** Months since year 0: neighbouring months have neighbouring numbers. */
export const monthNumber = rememberingWords((date: CalendarDate) => {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
});

/** Full months; negative when `to` lies before `from`. Without a day on either side months are compared. */
export function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  const months = monthNumber(to) - monthNumber(from);
  const [fromDay, toDay] = [from.slice(8), to.slice(8)];
  return fromDay !== '' && toDay !== '' && toDay < fromDay ? months - 1 : months;
}

/** The day of an instant in UTC. @param instant epoch milliseconds. */
export function dayOf(instant: number): CalendarDate {
  return new Date(instant).toISOString().slice(-24, -14);
}
