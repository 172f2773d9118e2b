import { registerProcessMetrics } from '@fundlens/runtime/process-metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of the adapter. Label values are types, codes, kinds and names of fields, never data of a delivery. */
export type Metrics = ReturnType<typeof createMetrics>;

type Sources = {
  readonly inFlight: () => number;
  readonly maxInFlight: number;
  /** Entities that are marked; null: MongoDB was not asked yet. Instants in epoch milliseconds. */
  readonly backlog: () => { readonly entities: number; readonly oldestAt: number | null } | null;
  readonly clock: () => number;
};

/** From an answer out of memory to the longest that HighLevel waits. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics({ inFlight, maxInFlight, backlog, clock }: Sources) {
  const registry = new Registry();
  registerProcessMetrics(registry);
  const registers = [registry];
  new Gauge({
    ...{ name: 'fundlens_ingest_deliveries_in_flight', help: 'Webhooks that are worked on now.', registers },
    collect() {
      this.set(inFlight());
    },
  });
  new Gauge({
    name: 'fundlens_ingest_deliveries_in_flight_limit',
    help: 'Webhooks that this process works on at once, WEBHOOK_MAX_IN_FLIGHT.',
    registers,
  }).set(maxInFlight);
  new Gauge({
    ...{ name: 'fundlens_ingest_marks', help: 'Entities that must be read from HighLevel.', registers },
    collect() {
      const known = backlog();
      if (known !== null) this.set(known.entities);
    },
  });
  new Gauge({
    name: 'fundlens_ingest_marks_oldest_seconds',
    help: 'Age of the oldest mark: how long a change has not been read and published; 0: none.',
    registers,
    collect() {
      const known = backlog();
      if (known === null) return;
      this.set(known.oldestAt === null ? 0 : Math.max(0, (clock() - known.oldestAt) / 1_000));
    },
  });
  return {
    registry,
    deliveries: new Counter({
      name: 'fundlens_ingest_deliveries_total',
      help: 'Webhooks by type, status of the answer, and outcome.',
      labelNames: ['type', 'status', 'outcome'] as const,
      registers,
    }),
    deliverySeconds: new Histogram({
      name: 'fundlens_ingest_delivery_seconds',
      help: 'From the first byte of a webhook to its answer, by status.',
      labelNames: ['status'] as const,
      buckets: SECONDS,
      registers,
    }),
    readings: new Counter({
      name: 'fundlens_ingest_readings_total',
      help: 'Marked entities that were read, by kind and outcome (published, unchanged, unsaid, refused, no_access, taken, failed).',
      labelNames: ['kind', 'outcome'] as const,
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
