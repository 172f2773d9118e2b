/** How each kind of report writes a date; instants are epoch milliseconds, read in UTC. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const isoDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);
export const isoTime = (instant: number) => new Date(instant).toISOString();

/** MMDDYYYY */
export const monthDayYear = (instant: number) => {
  const [year = '', month = '', day = ''] = isoDate(instant).split('-');
  return `${month}${day}${year}`;
};

/** MM00YYYY: some bureaus know the month only and write the day as 00. */
export const monthWithoutDay = (instant: number) => {
  const [year = '', month = ''] = isoDate(instant).split('-');
  return `${month}00${year}`;
};

/** MM/DD/YYYY */
export const slashDate = (instant: number) => {
  const [year = '', month = '', day = ''] = isoDate(instant).split('-');
  return `${month}/${day}/${year}`;
};

/** Months since year 0, in UTC: neighbouring months have neighbouring numbers. */
export const monthNumber = (instant: number) => {
  const date = new Date(instant);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** Full months; the days of the month are left out of it where a bureau does not know them. */
export const monthsBetween = (from: number, to: number, { withDays = true } = {}) => {
  const months = monthNumber(to) - monthNumber(from);
  return withDays && new Date(to).getUTCDate() < new Date(from).getUTCDate() ? months - 1 : months;
};

/** Midnight of a day in an earlier month. */
export const dayInMonth = (instant: number, { monthsAgo, day }: { monthsAgo: number; day: number }) => {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsAgo, day);
};

/** The day some months earlier; the 28th for one that not every month has. */
export const monthsBefore = (instant: number, monthsAgo: number) =>
  dayInMonth(instant, { monthsAgo, day: Math.min(new Date(instant).getUTCDate(), 28) });
