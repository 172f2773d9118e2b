import { createSchemaRegistry, type SchemaRegistry } from '@fundlens/contracts/registry';
import { runFundlens } from '../../harness/command.ts';
import { createRawLog, type RawLog } from '../raw-log.ts';
import type { Stage } from '../stage.ts';
import type { Heal } from '../strike.ts';

/** A stage, and what a fault needs beside it. */
export type FaultSite = Stage & {
  readonly log: RawLog;
  /** Past the proxy. */
  readonly registry: SchemaRegistry;
  /** Runs `fundlens` with these arguments. @throws with what it wrote when it does not end with 0 */
  operate(...args: readonly string[]): Promise<string>;
};

/** A fault, what must heal it, and what Prometheus must show of it. */
export type Fault = {
  readonly name: string;
  /** What happens, in words. */
  readonly what: string;
  /** What ends the fault, in words. */
  readonly healedBy: string;
  /** Has a series once the metric has moved; without one nobody has to see the fault. */
  readonly metric?: string;
  /** Any of them has to fire; none: it heals so soon that no person is needed. */
  readonly alerts: readonly string[];
  /** It mounts a disk. */
  readonly needsRoot?: true;
  /** What it needs before the system counts as healthy. @returns what undoes it when all is over */
  readonly prepare?: (site: FaultSite) => Promise<Heal>;
  /** @returns ends it: what an orchestrator, a person or a runbook does. Nothing, where the fault ends by itself. */
  readonly inject: (site: FaultSite) => Promise<Heal>;
};

export function siteOf(stage: Stage): FaultSite {
  const { stack, topics, directEnvironment } = stage.system;
  const registry = createSchemaRegistry({ url: stack.schemaRegistryUrl });
  return {
    ...stage,
    registry,
    log: createRawLog({ brokers: stack.kafkaBrokers, registry, topics }),
    async operate(...args) {
      const { status, output, errors } = await runFundlens(args, directEnvironment);
      if (status !== 0) throw new Error(`fundlens ${args.join(' ')} ended with ${status}: ${errors.slice(-500)}`);
      return output;
    },
  };
}
