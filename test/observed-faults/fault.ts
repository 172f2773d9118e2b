import type { SchemaRegistry } from '@fundlens/contracts/registry';
import type { ChaosSystem } from '../chaos/chaos-system.ts';
import type { ServiceTarget } from '../chaos/schedule.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import type { RawLog } from './raw-log.ts';

/** What a fault can reach. */
export type FaultSite = {
  readonly system: ChaosSystem;
  /** Options of each service beyond the usual ones, from its next start on. */
  readonly options: Map<ServiceTarget, Readonly<Record<string, string>>>;
  readonly log: RawLog;
  /** Past the proxy. */
  readonly registry: SchemaRegistry;
  /** Of the servers. */
  readonly dataDirectory: string;
  /** Says what has to become of a record that the fault has appended. */
  expect(records: readonly PublishedRecord[]): void;
  /** Runs `fundlens` with these arguments. @throws with what it wrote when it does not end with 0 */
  operate(...args: readonly string[]): Promise<void>;
  readonly signal: AbortSignal;
};

/** Ends a fault: what an orchestrator, a person or a runbook does. Nothing, where the fault ends by itself. */
export type Heal = () => Promise<void>;

/** A fault, what it must move, and what must heal it. */
export type ObservedFault = {
  readonly name: string;
  /** What happens, in words. */
  readonly what: string;
  /** Has a series once the metric has moved. */
  readonly metric: string;
  /** Any of them has to fire; none: it heals so soon that no person is needed. */
  readonly alerts: readonly string[];
  /** What ends the fault, in words. */
  readonly healedBy: string;
  /** What it needs before the system counts as healthy. @returns what undoes it when all is over */
  readonly prepare?: (site: FaultSite) => Promise<Heal>;
  readonly inject: (site: FaultSite) => Promise<Heal>;
};
