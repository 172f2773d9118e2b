/**
 * Loaded before a service (`--import`): its clock begins at FIXED_CLOCK (epoch milliseconds) and goes on from there, so that
 * "today" is the same day in every run.
 */
const start = Number(process.env.FIXED_CLOCK);
const begun = performance.now();
const now = () => Math.floor(start + performance.now() - begun);

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given: number[]) =>
    given.length === 0 ? new RealDate(now()) : new RealDate(...(given as [number])),
  get: (RealDate, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
});
