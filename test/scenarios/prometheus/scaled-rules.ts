/** A window needs some scrapes of a second each, or `rate` has nothing to compare. */
export const SHORTEST_WINDOW_S = 5;
const SHORTEST_WAIT_S = 1;

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_536_000 };
const DURATION = '(?:\\d+(?:ms|[smhdwy]))+';
const WAIT = new RegExp(`^(\\s*(?:for|keep_firing_for):\\s*)["']?(${DURATION})["']?`, 'gm');
const INTERVAL = new RegExp(`^(\\s*interval:\\s*)["']?${DURATION}["']?`, 'gm');
/** `[5m]`, and the range and step of a subquery, `[1h:1m]`. */
const WINDOW = new RegExp(`\\[(${DURATION})(?::(${DURATION})?)?\\]`, 'g');
const OFFSET = new RegExp(`(\\boffset\\s+)(${DURATION})`, 'g');

/**
 * The same rules for a test that does not take hours: waits and windows are `factor` times shorter, at least a second and
 * at least `SHORTEST_WINDOW_S`. Thresholds, labels and annotations stay.
 * @param rules a file of Prometheus rules
 */
export function scaledRules(rules: string, factor: number): string {
  const waits = (duration: string) => `${Math.max(SHORTEST_WAIT_S, Math.round(secondsOf(duration) / factor))}s`;
  const window = (duration: string) => `${Math.max(SHORTEST_WINDOW_S, Math.round(secondsOf(duration) / factor))}s`;
  return rules
    .replaceAll(WAIT, (_, key: string, duration: string) => key + waits(duration))
    .replaceAll(INTERVAL, (_, key: string) => `${key}1s`)
    .replaceAll(WINDOW, (whole, range: string, step: string | undefined) => {
      if (!whole.includes(':')) return `[${window(range)}]`;
      return `[${window(range)}:${step === undefined ? '' : waits(step)}]`;
    })
    .replaceAll(OFFSET, (_, key: string, duration: string) => key + waits(duration));
}

/** Of a duration as Prometheus writes it: `1h30m`. */
export function secondsOf(duration: string): number {
  return [...duration.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (unit === 'ms' ? 0.001 : (UNIT_SECONDS[unit] ?? 0)),
    0,
  );
}
