/** Preloaded into a service (`--import`): its clock is an hour ahead. */
const AHEAD_MS = 3_600_000;
const RealDate = Date;

class DateAhead extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [DateAhead.now()] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + AHEAD_MS;
  }
}

globalThis.Date = DateAhead as DateConstructor;
