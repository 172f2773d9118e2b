import { registerProcessMetrics } from '@fundlens/runtime/process-metrics';
import { Counter, Gauge, Registry } from 'prom-client';

/** The metrics of the adapter. Label values are types, codes, kinds and names of fields, never data of a delivery. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Epoch milliseconds: when what is oldest began; null: nothing is. Undefined: not known yet. */
type Since = number | null | undefined;

export function createMetrics({ clock }: { readonly clock: () => number }) {
  const registry = new Registry();
  registerProcessMetrics(registry);
  const registers = [registry];
  function ageGauge(name: string, help: string): (since: Since) => void {
    let known: Since;
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (known !== undefined) this.set(known === null ? 0 : Math.max(0, (clock() - known) / 1_000));
      },
    });
    return (since) => {
      known = since;
    };
  }
  return {
    registry,
    oldestMark: ageGauge(
      'fundlens_ingest_marks_oldest_seconds',
      'Age of the oldest mark: how long a change has not been read and published; 0: none.',
    ),
    oldestSweep: ageGauge(
      'fundlens_ingest_sweep_oldest_seconds',
      'Age of the oldest complete comparison over all locations: what was lost before it is repaired.',
    ),
    sweptLocations: new Gauge({
      name: 'fundlens_ingest_sweep_locations',
      help: 'Locations by the state of their comparison with the API: current, overdue (two intervals), failed, never.',
      labelNames: ['state'] as const,
      registers,
    }),
    deliveries: new Counter({
      name: 'fundlens_ingest_deliveries_total',
      help: 'Webhooks by type, status of the answer, and outcome.',
      labelNames: ['type', 'status', 'outcome'] as const,
      registers,
    }),
    repaired: new Counter({
      name: 'fundlens_ingest_repaired_events_total',
      help: 'Events that were published because of sweeps, by type: what webhooks had lost.',
      labelNames: ['type'] as const,
      registers,
    }),
    apiResponses: new Counter({
      name: 'fundlens_ingest_api_responses_total',
      help: "Responses of HighLevel's API, by endpoint and status (none: there was no response).",
      labelNames: ['endpoint', 'status'] as const,
      registers,
    }),
    cutFields: new Counter({
      name: 'fundlens_ingest_cut_fields_total',
      help: 'Values that were too long for the contract or could not be, by kind and field.',
      labelNames: ['kind', 'field'] as const,
      registers,
    }),
  };
}
