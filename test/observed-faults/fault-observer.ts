import { sleep } from '@fundlens/runtime/backoff';
import { lostOf } from '../chaos/at-the-end.ts';
import type { ChaosLoad } from '../chaos/chaos-load.ts';
import { type ReadTally, readOnAndOn } from '../chaos/chaos-readers.ts';
import type { ChaosSystem } from '../chaos/chaos-system.ts';
import type { KnownStates } from '../chaos/known-states.ts';
import type { RecoveryWatch } from '../chaos/recovery-watch.ts';
import { SERVICES } from '../chaos/schedule.ts';
import { appliedTwice } from '../invariants/document-checks.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { waitingForRefresh } from '../invariants/stored-state.ts';
import { checkStored } from '../long-run/stored-checks.ts';
import { startTraffic, type Traffic } from '../long-run/traffic.ts';
import { createRandom } from '../simulation/random.ts';
import type { FaultSite, Heal, ObservedFault } from './fault.ts';
import { firstAfter, type Moments, type Observation, observedAlerts } from './observation.ts';
import type { PrometheusApi } from './prometheus-api.ts';
import { metricsIn, recordedRuleTest } from './recorded-rule-test.ts';

export type FaultObserverOptions = {
  readonly system: ChaosSystem;
  readonly load: ChaosLoad;
  readonly known: KnownStates;
  readonly tally: ReadTally;
  readonly watch: RecoveryWatch;
  /** What the faults have appended. */
  readonly appended: readonly PublishedRecord[];
  readonly site: FaultSite;
  readonly prometheus: PrometheusApi;
  readonly seed: number;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

const LOOK_MS = 500;
/** Until nothing fires and everything is applied: before a fault, and after it. */
const HEALTHY_LIMIT_MS = 120_000;
/** Until the metric has moved and an alert fires. */
const SEEN_LIMIT_MS = 75_000;
/** A healthy system that is recorded before the fault. */
const BEFORE_S = 5;
/** A range that ends so long after the last alert shows that it has ended. */
const AFTER_S = 2;
/** Alerts over days go on firing long after the fault: they are left out. */
const LOOKED_AT = 'alertname!~"Watchdog|.*Slow"';
const FIRING = `ALERTS{alertstate="firing", ${LOOKED_AT}}`;

/** Tries faults one after the other on one system and says what Prometheus saw of each. */
export class FaultObserver {
  readonly #options: FaultObserverOptions;
  #last: { readonly moments: Omit<Moments, 'overAt'>; readonly observation: Observation } | null = null;

  constructor(options: FaultObserverOptions) {
    this.#options = options;
  }

  /** @throws the reason of the signal when that is aborted */
  async observe(fault: ObservedFault): Promise<Observation> {
    const { load, tally, system, known, seed, signal, site, report } = this.#options;
    const readers = (atWork: AbortSignal) =>
      system.baseUrls.map((baseUrl, index) =>
        readOnAndOn({ baseUrl, random: createRandom(seed + index), known, tally }, atWork),
      );
    const traffic = startTraffic({ load, readers, signal });
    const wrongReads = tally.wrong.length;
    const failures: string[] = [];
    let undo: Heal | undefined;
    let moments: Omit<Moments, 'overAt'> | null = null;
    try {
      undo = await fault.prepare?.(site);
      await this.#healthy();
      await this.#unmoved(fault);
      await sleep(BEFORE_S * 1_000, signal);
      moments = await this.#happen(fault);
      await this.#healthy();
      await sleep(AFTER_S * 1_000, signal);
    } catch (error) {
      // A mounted disk would outlive the run.
      if (signal.aborted) await undo?.().catch((cause: unknown) => report(`${fault.name}: ${textOf(cause)}`));
      signal.throwIfAborted();
      failures.push(textOf(error));
    }
    const seen = await this.#seen(fault, moments && { ...moments, overAt: Date.now() / 1_000 });
    const stored = await this.#stored(traffic).catch((error: unknown) => {
      signal.throwIfAborted();
      failures.push(textOf(error));
      return { lost: 0, doubled: 0, wrong: [] };
    });
    await undo?.().catch((error: unknown) => failures.push(textOf(error)));
    const observation = {
      ...seen,
      ...{ lost: stored.lost, doubled: stored.doubled, failure: failures.join('; ') || null },
      divergences: [...stored.wrong, ...tally.wrong.slice(wrongReads), ...traffic.failures],
    };
    this.#last = moments === null ? null : { moments, observation };
    return observation;
  }

  /** The series of the fault that was observed last, as a test of the alert that it raised; null: it raised none. */
  async recording(fault: ObservedFault, factor: number): Promise<string | null> {
    const { prometheus } = this.#options;
    const alert = this.#last?.observation.alerts.find(({ isExpected }) => isExpected);
    const rule = (await prometheus.alertRules()).find(({ name }) => name === alert?.name);
    if (this.#last === null || alert === undefined || rule === undefined) return null;
    const { injectedAt, healedAt } = this.#last.moments;
    const range = { from: Math.floor(injectedAt) - BEFORE_S, to: Math.ceil(healedAt) };
    const metrics = metricsIn(rule.expression, await prometheus.recordingRules());
    const series = await Promise.all(metrics.map((metric) => prometheus.range(metric, range)));
    const firingAt = Math.max(injectedAt + alert.firingAfterS, healedAt - 1);
    return recordedRuleTest({ fault: fault.name, alert: alert.name, firingAt, range, series: series.flat(), factor });
  }

  async #happen(fault: ObservedFault): Promise<Omit<Moments, 'overAt'>> {
    const { site, signal } = this.#options;
    const injectedAt = Date.now() / 1_000;
    const heal = await fault.inject(site);
    await this.#until(() => this.#isSeen(fault, injectedAt), SEEN_LIMIT_MS).catch(() => signal.throwIfAborted());
    await heal();
    return { injectedAt, healedAt: Date.now() / 1_000 };
  }

  async #isSeen({ metric, alerts }: ObservedFault, since: number): Promise<boolean> {
    const { prometheus } = this.#options;
    const moved = await prometheus.range(metric, { from: since, to: Date.now() / 1_000 });
    if (firstAfter(moved, since) === null) return false;
    if (alerts.length === 0 || (await prometheus.alertRules()).length === 0) return true;
    const firing = await prometheus.instant(FIRING);
    return firing.some(({ labels }) => alerts.includes(labels.alertname ?? ''));
  }

  /** Resolves when no alert fires, everything that is acknowledged is applied, and every query service answers. */
  async #healthy(): Promise<void> {
    const { prometheus, watch, system, tally, signal } = this.#options;
    const from = performance.now();
    await watch.applied(AbortSignal.any([signal, AbortSignal.timeout(HEALTHY_LIMIT_MS)])).catch(() => {
      signal.throwIfAborted();
      throw new Error('what is acknowledged was not applied in time');
    });
    const silent = () => system.baseUrls.filter((url) => (tally.lastGoodAt.get(url) ?? 0) <= from);
    await this.#until(() => silent().length === 0, HEALTHY_LIMIT_MS).catch(() => {
      signal.throwIfAborted();
      throw new Error(`no good answer came from ${silent().length} query services in time`);
    });
    let firing: readonly (string | undefined)[] = [];
    // Alerts on series that are absent fire until the first scrape.
    const isScraped = async () => (await prometheus.instant('up == 1')).length === SERVICES.length;
    await this.#until(isScraped, HEALTHY_LIMIT_MS).catch(() => {
      signal.throwIfAborted();
      throw new Error('not every service was scraped in time');
    });
    const isQuiet = async () => {
      firing = (await prometheus.instant(FIRING)).map(({ labels }) => labels.alertname);
      return firing.length === 0;
    };
    await this.#until(isQuiet, HEALTHY_LIMIT_MS).catch(() => {
      signal.throwIfAborted();
      throw new Error(`these alerts did not stop in time: ${[...new Set(firing)].join(', ')}`);
    });
  }

  /** What the fault before has moved is back. */
  async #unmoved({ metric }: ObservedFault): Promise<void> {
    const { prometheus, signal } = this.#options;
    await this.#until(async () => (await prometheus.instant(metric)).length === 0, HEALTHY_LIMIT_MS).catch(() => {
      signal.throwIfAborted();
      throw new Error('the metric had moved before the fault');
    });
  }

  async #until(holds: () => Promise<boolean> | boolean, limitMs: number): Promise<void> {
    const limited = AbortSignal.any([this.#options.signal, AbortSignal.timeout(limitMs)]);
    while (!(await holds())) {
      limited.throwIfAborted();
      await sleep(LOOK_MS, limited);
    }
  }

  /** Stops the traffic and compares everything that is stored with everything that was acknowledged. */
  async #stored(traffic: Traffic): Promise<{ lost: number; doubled: number; wrong: string[] }> {
    const { system, watch, load, appended, signal } = this.#options;
    await traffic.stop();
    await watch.applied(AbortSignal.any([signal, AbortSignal.timeout(HEALTHY_LIMIT_MS)]));
    await this.#until(async () => (await waitingForRefresh(system.db)) === 0, HEALTHY_LIMIT_MS);
    const { acknowledged } = load;
    const { state, wrong } = await checkStored(system.db, { acknowledged, others: appended, windowsAtRest: true });
    const records = [...acknowledged.map(({ record }) => record), ...appended];
    const lost = lostOf(
      state,
      records.map((record) => ({ record })),
    );
    return { lost, doubled: appliedTwice(state.documents, records).length, wrong: [...wrong, ...watch.wrong] };
  }

  async #seen(fault: ObservedFault, moments: Moments | null) {
    const { prometheus } = this.#options;
    const { name, what, metric, healedBy, alerts: expected } = fault;
    const told = { name, what, metric, healedBy, expected };
    if (moments === null) return { ...told, movedAfterS: null, alerts: [], healingS: 0 };
    const { injectedAt, healedAt, overAt } = moments;
    const range = { from: injectedAt, to: overAt };
    const rules = await prometheus.alertRules();
    return {
      ...told,
      movedAfterS: firstAfter(await prometheus.range(metric, range), injectedAt),
      alerts: observedAlerts(await prometheus.range(`ALERTS{${LOOKED_AT}}`, range), { expected, rules, moments }),
      healingS: Math.round(10 * (overAt - healedAt)) / 10,
    };
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
