import { registerProcessMetrics } from '@fundlens/runtime/process-metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AppendDelays } from './append-delays.ts';
import type { TopicPartition } from '../log/source.ts';
import type { PartitionFigures } from './partition-health.ts';

/** The metrics of the projector. Label values are types, codes, topics and partitions, never data of events. */
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * @param partitions the partitions that this process has, as they are at this moment: read at each scrape.
 * @param clock epoch milliseconds, for ages.
 * @param parts parts of this process that are no partition, with their trouble; null: it works.
 */
export function createMetrics(
  partitions: () => readonly PartitionFigures[] = () => [],
  clock: () => number = Date.now,
  parts: () => Readonly<Record<string, string | null>> = () => ({}),
) {
  const registry = new Registry();
  registerProcessMetrics(registry);
  const registers = [registry];
  return {
    registry,
    ...eventMetrics(registers),
    ...partitionMetrics(registers, partitions),
    ...serverMetrics(registers, clock, parts),
    ...redactionMetrics(registers),
    ...dashboardMetrics(registers, clock),
    ...reportPdfMetrics(registers, clock),
  };
}

const TOPIC_PARTITION = ['topic', 'partition'] as const;

function eventMetrics(registers: Registry[]) {
  return {
    events: new Counter({
      name: 'fundlens_projector_events_total',
      help: 'Records taken from the log, by event type and outcome (applied, dead_letter, skipped).',
      labelNames: ['type', 'outcome'] as const,
      registers,
    }),
    batchSeconds: new Histogram({
      name: 'fundlens_projector_batch_seconds',
      help: 'From the first record decoded to the checkpoint stored.',
      labelNames: ['stream'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    bytesInFlight: new Gauge({
      name: 'fundlens_projector_in_flight_bytes',
      help: 'Bytes of the log that are being decoded, redacted or written, by consumer group.',
      labelNames: ['group'] as const,
      registers,
    }),
    bytesInFlightPeak: new Gauge({
      name: 'fundlens_projector_in_flight_peak_bytes',
      help: 'The most bytes in flight at any moment since the process started, by consumer group.',
      labelNames: ['group'] as const,
      registers,
    }),
    waitsForRoom: new Counter({
      name: 'fundlens_projector_waits_for_room_total',
      help: 'How often a partition waited, and its fetches with it, because too many bytes were in flight.',
      labelNames: ['group'] as const,
      registers,
    }),
    documentsWritten: new Counter({
      name: 'fundlens_projector_documents_written_total',
      help: 'Documents inserted or updated.',
      registers,
    }),
    swapsLost: new Counter({
      name: 'fundlens_projector_swaps_lost_total',
      help: 'Document writes that were merged again because another writer had changed the document.',
      registers,
    }),
    redactions: new Counter({
      name: 'fundlens_projector_redactions_total',
      help: 'Values replaced in events because they are or could be Social Security numbers.',
      labelNames: ['type'] as const,
      registers,
    }),
    deadLettersOpen: new Gauge({
      name: 'fundlens_projector_dead_letters_open',
      help: 'Open dead letters of the whole system, by reason code and whether they block an access entity. The same in every projector.',
      labelNames: ['reason', 'blocks'] as const,
      registers,
    }),
    deadLettersKnown: new Gauge({
      name: 'fundlens_projector_dead_letters_known',
      help: '1 while the number of open dead letters is known; 0 while MongoDB does not answer.',
      registers,
    }),
    deadLetters: new Counter({
      name: 'fundlens_projector_dead_letters_total',
      help: 'Events set aside, by reason code.',
      labelNames: ['reason'] as const,
      registers,
    }),
  };
}

/** Computed at the scrape: a figure that was stored when a server last answered would be false while none answers. */
function partitionMetrics(registers: Registry[], partitions: () => readonly PartitionFigures[]) {
  new Gauge({
    name: 'fundlens_projector_lag_records',
    help: 'Records between the checkpoint and the end of the log, of partitions of this process whose lag is known.',
    labelNames: TOPIC_PARTITION,
    registers,
    collect() {
      this.reset();
      for (const { lag, ...at } of partitions()) if (lag !== null) this.set(labelsOf(at), lag);
    },
  });
  new Gauge({
    name: 'fundlens_projector_undecided_records',
    help: 'How far the last stable offset lies behind the end of the log: records that wait for the end of a transaction.',
    labelNames: TOPIC_PARTITION,
    registers,
    collect() {
      this.reset();
      for (const { undecided, ...at } of partitions()) if (undecided !== null) this.set(labelsOf(at), undecided);
    },
  });
  new Gauge({
    name: 'fundlens_projector_lag_known',
    help: '1 while the lag of a partition of this process is known; 0 while Kafka or the checkpoint cannot be read.',
    labelNames: TOPIC_PARTITION,
    registers,
    collect() {
      this.reset();
      for (const { lag, ...at } of partitions()) this.set(labelsOf(at), lag === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'fundlens_projector_checkpoint_age_seconds',
    help: 'How old what the read models know of a partition of this process may be; grows while no server answers.',
    labelNames: TOPIC_PARTITION,
    registers,
    collect() {
      this.reset();
      for (const { ageMs, ...at } of partitions()) this.set(labelsOf(at), ageMs / 1_000);
    },
  });
  new Gauge({
    name: 'fundlens_projector_partition_state',
    help: '1 for the state that a partition is in (starting, running, paused, stopped), with its reason code.',
    labelNames: [...TOPIC_PARTITION, 'state', 'reason'] as const,
    registers,
    collect() {
      this.reset();
      for (const { status, reason, ...at } of partitions()) {
        this.set({ ...labelsOf(at), state: status, reason: reason ?? '' }, 1);
      }
    },
  });
  return {
    clockAhead: new Gauge({
      name: 'fundlens_projector_clock_ahead_seconds',
      help: "By how much the clock of this process is ahead of MongoDB's; negative: behind.",
      registers,
    }),
  };
}

/** What this process knows of Kafka, MongoDB and its other parts. */
function serverMetrics(
  registers: Registry[],
  clock: () => number,
  parts: () => Readonly<Record<string, string | null>>,
) {
  const appendDelays = new AppendDelays(clock);
  new Gauge({
    name: 'fundlens_projector_part_ok',
    help: '1 while a part of this process works (kafka, mongodb, schema registry, a consumer group), else 0.',
    labelNames: ['part'] as const,
    registers,
    collect() {
      this.reset();
      for (const [part, trouble] of Object.entries(parts())) this.set({ part }, trouble === null ? 1 : 0);
    },
  });
  new Gauge({
    name: 'fundlens_projector_append_delay_min_seconds',
    help: "The least time, in the last minute, from a record's append to its arrival by this clock. Negative: the broker's clock is ahead.",
    labelNames: TOPIC_PARTITION,
    registers,
    collect() {
      this.reset();
      for (const { delayMs, ...at } of appendDelays.least()) this.set(labelsOf(at), delayMs / 1_000);
    },
  });
  return {
    appendDelays,
    logPartitions: new Gauge({
      name: 'fundlens_projector_log_partitions',
      help: 'Partitions of a topic that this process reads, whichever process has them; as Kafka last said.',
      labelNames: ['topic'] as const,
      registers,
    }),
  };
}

function redactionMetrics(registers: Registry[]) {
  const redactionCanaryOk = new Gauge({
    name: 'fundlens_projector_redaction_canary_ok',
    help: '1 while the last check found every planted number removed, by the redactor of this process, from an event of each type.',
    registers,
  });
  // No series before the first check: 0 would page at each start.
  redactionCanaryOk.remove();
  return {
    redactionCanaryOk,
    redactionCanaryLastRun: new Gauge({
      name: 'fundlens_projector_redaction_canary_last_run_timestamp_seconds',
      help: 'When this check was last made.',
      registers,
    }),
    redactionDocumentsScanned: new Counter({
      name: 'fundlens_projector_redaction_documents_scanned_total',
      help: 'Recently written documents that were read back and searched for Social Security numbers.',
      registers,
    }),
    redactionLeaksFound: new Counter({
      name: 'fundlens_projector_redaction_leaks_found_total',
      help: 'Of these, documents that hold what reads as a Social Security number.',
      registers,
    }),
  };
}

/** An age that grows between measurements. */
export type AgeGauge = {
  /** @param since epoch milliseconds; null: nothing waits. */
  setSince(since: number | null): void;
};

function ageGauge(
  registers: Registry[],
  clock: () => number,
  { name, help }: { readonly name: string; readonly help: string },
): AgeGauge {
  let oldest: number | null = null;
  new Gauge({
    ...{ name, help, registers },
    collect() {
      this.set(oldest === null ? 0 : Math.max(0, clock() - oldest) / 1_000);
    },
  });
  return {
    setSince(since) {
      oldest = since;
    },
  };
}

function labelsOf({ topic, partition }: TopicPartition): Record<(typeof TOPIC_PARTITION)[number], string> {
  return { topic, partition: String(partition) };
}

function dashboardMetrics(registers: Registry[], clock: () => number) {
  return {
    dashboardBacklog: new Gauge({
      name: 'fundlens_projector_dashboard_dirty_documents',
      help: 'Documents whose change is not in the dashboard of their location yet, at the last sweep.',
      registers,
    }),
    dashboardAge: ageGauge(registers, clock, {
      name: 'fundlens_projector_dashboard_dirty_age_seconds',
      help: 'How long ago the log took the oldest of these changes; 0 when none waits. Grows while sweeps fail.',
    }),
    dashboardSweeps: new Counter({
      name: 'fundlens_projector_dashboard_sweeps_total',
      help: 'Sweeps for dashboards whose refresh was lost, by outcome (ok, failed).',
      labelNames: ['outcome'] as const,
      registers,
    }),
    dashboardRefreshSeconds: new Histogram({
      name: 'fundlens_projector_dashboard_refresh_seconds',
      help: 'From loading the window document of a location to clearing its dirty documents.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    dashboardSwapsLost: new Counter({
      name: 'fundlens_projector_dashboard_swaps_lost_total',
      help: 'Refreshes that were begun again because another process had refreshed the same location.',
      registers,
    }),
    wakeUps: new Counter({
      name: 'fundlens_projector_wake_ups_total',
      help: 'Wake-ups of background work by work and outcome (given, lost, done, failed); the sweeps find what is lost.',
      labelNames: ['work', 'outcome'] as const,
      registers,
    }),
  };
}

function reportPdfMetrics(registers: Registry[], clock: () => number) {
  return {
    reportPdfBacklog: new Gauge({
      name: 'fundlens_projector_report_pdf_backlog',
      help: 'Reports whose PDF is missing or outdated, and PDFs of an earlier layout, at the last sweep.',
      registers,
    }),
    reportPdfAge: ageGauge(registers, clock, {
      name: 'fundlens_projector_report_pdf_oldest_seconds',
      help: 'How long ago the log took the oldest report whose PDF is missing; 0 when none is. Grows while sweeps fail.',
    }),
    reportPdfSweeps: new Counter({
      name: 'fundlens_projector_report_pdf_sweeps_total',
      help: 'Sweeps for reports whose PDF is missing, by outcome (ok, failed).',
      labelNames: ['outcome'] as const,
      registers,
    }),
    reportPdfs: new Counter({
      name: 'fundlens_projector_report_pdfs_total',
      help: 'Reports whose PDF was settled, by outcome (ready, failed, gone).',
      labelNames: ['outcome'] as const,
      registers,
    }),
    reportPdfSeconds: new Histogram({
      name: 'fundlens_projector_report_pdf_seconds',
      help: 'From asking for a rendering, the wait for its turn included, to the PDF stored.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  };
}
