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
