import type { DashboardDescription, RowDescription } from './description.ts';
import { UNREPORTED_PARTITIONS, ageByPartition, quantile, rateBy } from './expressions.ts';
import { resources } from './resources.ts';
import { THRESHOLDS } from './thresholds.ts';

const OF_PARTITION = 'instance=~"$instance", topic=~"$topic", partition=~"$partition"';
const OF_TOPIC = 'topic=~"$topic", partition=~"$partition"';
const OF_PROCESS = 'job="fundlens-projector", instance=~"$instance"';

const symptoms: RowDescription = {
  question: 'Symptoms: how old is what clients read?',
  panels: [
    {
      kind: 'lines',
      title: 'Age of the read models by topic',
      means: 'How old the oldest partition of each topic may be. Grows on while no projector reports it.',
      normal: 'Flat, some seconds.',
      runbook: 'projector-lag',
      unit: 's',
      width: 8,
      threshold: THRESHOLDS.dataAge,
      empty: 'no projector ever reported',
      queries: [{ expr: `max by (topic) (${ageByPartition(OF_TOPIC)})`, legend: '{{topic}}' }],
    },
    {
      kind: 'lines',
      title: 'Age of changes that dashboards lack',
      means: 'How long ago the log took the oldest change that is not in the dashboard of its location.',
      normal: 'Below some seconds, mostly 0.',
      runbook: 'dashboards-old',
      unit: 's',
      width: 8,
      threshold: THRESHOLDS.dashboardAge,
      empty: 'no projector reports',
      queries: [{ expr: `max(fundlens_projector_dashboard_dirty_age_seconds{${OF_PROCESS}})`, legend: 'oldest' }],
    },
    {
      kind: 'lines',
      title: 'Age of reports without a PDF',
      means: 'How long ago the log took the oldest report whose PDF is missing.',
      normal: '0, or some seconds while reports arrive.',
      runbook: 'pdfs-old',
      unit: 's',
      width: 8,
      threshold: THRESHOLDS.pdfAge,
      empty: 'no projector reports',
      queries: [{ expr: `max(fundlens_projector_report_pdf_oldest_seconds{${OF_PROCESS}})`, legend: 'oldest' }],
    },
  ],
};

const partitions: RowDescription = {
  question: 'Which partitions do not keep up, and why?',
  panels: [
    {
      kind: 'stat',
      title: 'Stopped',
      means: 'Partitions that stay where they are until an operator acts.',
      normal: '0.',
      runbook: 'partition-stopped',
      unit: 'short',
      width: 4,
      threshold: THRESHOLDS.anyIsCritical,
      queries: [
        {
          expr: `count(fundlens_projector_partition_state{${OF_PARTITION}, state="stopped"} == 1) or vector(0)`,
          legend: '',
        },
      ],
    },
    {
      kind: 'stat',
      title: 'Without a projector',
      means: 'Partitions of the log that no projector reports now.',
      normal: '0. For some seconds more while projectors share out partitions.',
      runbook: 'partition-without-projector',
      unit: 'short',
      width: 4,
      threshold: THRESHOLDS.anyIsCritical,
      queries: [{ expr: UNREPORTED_PARTITIONS, legend: '' }],
    },
    {
      kind: 'stat',
      title: 'Lag not known',
      means: 'Partitions whose projector cannot ask Kafka for the end of the log, or has not loaded the checkpoint.',
      normal: '0.',
      runbook: 'projector-lag',
      unit: 'short',
      width: 4,
      threshold: THRESHOLDS.anyIsWarning,
      queries: [{ expr: `count(fundlens_projector_lag_known{${OF_PARTITION}} == 0) or vector(0)`, legend: '' }],
    },
    {
      kind: 'table',
      title: 'Partitions that do not run',
      means: 'Each partition that is not `running`: its projector, state and reason code.',
      normal: 'Empty.',
      runbook: 'partition-stopped',
      unit: 'short',
      width: 12,
      height: 4,
      columns: { topic: 'Topic', partition: 'Partition', state: 'State', reason: 'Reason', instance: 'Projector' },
      empty: 'none',
      queries: [{ expr: `fundlens_projector_partition_state{${OF_PARTITION}, state!="running"} == 1`, legend: '' }],
    },
    {
      kind: 'lines',
      title: 'Lag: records not processed yet',
      means: 'Records between checkpoint and end of the log, of each partition that lags. A gap: it is not known.',
      normal: 'Near 0. A hump that shrinks is a bulk import; one partition alone is a hot or stopped one.',
      runbook: 'projector-lag',
      unit: 'short',
      width: 12,
      empty: 'no partition lags, or none is reported',
      queries: [
        {
          expr: `topk(12, max by (topic, partition) (fundlens_projector_lag_records{${OF_PARTITION}}) > 0)`,
          legend: '{{topic}} {{partition}}',
        },
      ],
    },
    {
      kind: 'states',
      title: 'State by topic: the worst of its partitions',
      means: 'running, starting, paused (it waits and goes on by itself) or stopped (it waits for an operator).',
      normal: 'running all along.',
      runbook: 'partition-stopped',
      unit: 'short',
      width: 12,
      states: [
        { value: 0, text: 'running', color: 'green' },
        { value: 1, text: 'starting', color: 'text' },
        { value: 2, text: 'paused', color: 'yellow' },
        { value: 3, text: 'stopped', color: 'red' },
      ],
      empty: 'no projector reports',
      queries: [
        {
          expr: `max by (topic) (${[
            `fundlens_projector_partition_state{${OF_PARTITION}, state="stopped"} * 3`,
            `fundlens_projector_partition_state{${OF_PARTITION}, state="paused"} * 2`,
            `fundlens_projector_partition_state{${OF_PARTITION}, state="starting"}`,
            `fundlens_projector_partition_state{${OF_PARTITION}, state="running"} * 0`,
          ].join(' or ')})`,
          legend: '{{topic}}',
        },
      ],
    },
  ],
};

const deadLetters: RowDescription = {
  question: 'Which events could not be applied?',
  panels: [
    {
      kind: 'lines',
      title: 'Open dead letters by reason',
      means:
        'Events that are not in the read models, until an operator replays or discards them. `blocks true`: they keep a credential, company or location out of the API.',
      normal: 'No line.',
      runbook: 'dead-letters',
      unit: 'short',
      width: 8,
      stacked: true,
      threshold: THRESHOLDS.anyIsWarning,
      empty: 'none is open, or none is known',
      queries: [
        {
          expr: 'max by (reason, blocks) (fundlens_projector_dead_letters_open)',
          legend: '{{reason}}, blocks {{blocks}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Events set aside',
      means: 'New dead letters per second, by reason.',
      normal: 'No line. A flood is an upstream that publishes what the contract forbids.',
      runbook: 'dead-letters',
      unit: 'cps',
      width: 8,
      empty: 'none since the processes started',
      queries: [{ expr: rateBy('fundlens_projector_dead_letters_total', OF_PROCESS, 'reason'), legend: '{{reason}}' }],
    },
    {
      kind: 'states',
      title: 'Is the number of dead letters known?',
      means: 'Whether a projector can count them in MongoDB.',
      normal: 'known.',
      runbook: 'dead-letters',
      unit: 'short',
      width: 8,
      states: [
        { value: 1, text: 'known', color: 'green' },
        { value: 0, text: 'MongoDB does not answer', color: 'red' },
      ],
      empty: 'no projector reports',
      queries: [{ expr: `fundlens_projector_dead_letters_known{${OF_PROCESS}}`, legend: '{{instance}}' }],
    },
  ],
};

const flow: RowDescription = {
  question: 'Is the pipeline slow or only busy?',
  panels: [
    {
      kind: 'lines',
      title: 'Events by type',
      means: 'Events per second taken from the log.',
      normal: 'Follows what upstream publishes.',
      runbook: 'projector-lag',
      unit: 'cps',
      width: 8,
      stacked: true,
      empty: 'no events',
      queries: [{ expr: rateBy('fundlens_projector_events_total', OF_PROCESS, 'type'), legend: '{{type}}' }],
    },
    {
      kind: 'lines',
      title: 'Time of a batch, p99',
      means: 'From the first record decoded to the checkpoint stored.',
      normal: 'Below 250 ms; seconds in a bulk import. Slow with few events: MongoDB is slow.',
      runbook: 'projector-lag',
      unit: 's',
      width: 8,
      empty: 'no batches',
      queries: [
        { expr: quantile(0.99, 'fundlens_projector_batch_seconds', OF_PROCESS, ['stream']), legend: '{{stream}}' },
      ],
    },
    {
      kind: 'lines',
      title: 'Documents written and swaps lost',
      means: 'Writes per second, and those that were merged again because another writer was faster.',
      normal: 'Lost swaps near 0. Many: several writers meet in the same documents.',
      runbook: 'projector-lag',
      unit: 'cps',
      width: 8,
      queries: [
        {
          expr: `sum(rate(fundlens_projector_documents_written_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'written',
        },
        {
          expr: `sum(rate(fundlens_projector_swaps_lost_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'swaps lost',
        },
        {
          expr: `sum(rate(fundlens_projector_dashboard_swaps_lost_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'swaps lost, dashboards',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Bytes in flight by group',
      means: 'Bytes of the log in work. At MAX_BYTES_IN_FLIGHT (48 MiB) fetches wait instead of filling memory.',
      normal: 'Near 0.',
      runbook: 'projector-lag',
      unit: 'bytes',
      width: 12,
      queries: [
        {
          expr: `max by (instance, group) (fundlens_projector_in_flight_bytes{${OF_PROCESS}})`,
          legend: '{{instance}} {{group}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Waits for room',
      means: 'Partitions per second that waited because too many bytes were in flight.',
      normal: '0. More: MongoDB is slower than the log.',
      runbook: 'projector-lag',
      unit: 'cps',
      width: 12,
      queries: [{ expr: rateBy('fundlens_projector_waits_for_room_total', OF_PROCESS, 'group'), legend: '{{group}}' }],
    },
  ],
};

const redaction: RowDescription = {
  question: 'Is every Social Security number gone before the first write?',
  panels: [
    {
      kind: 'stat',
      title: 'Planted numbers removed',
      means: 'Whether the last check found every planted number removed from an event of each type.',
      normal: 'yes. no: stop the projectors.',
      runbook: 'redaction',
      unit: 'short',
      width: 6,
      height: 8,
      states: [
        { value: 1, text: 'yes', color: 'green' },
        { value: 0, text: 'no', color: 'red' },
      ],
      empty: 'no projector reports',
      queries: [{ expr: `min(fundlens_projector_redaction_canary_ok{${OF_PROCESS}})`, legend: '' }],
    },
    {
      kind: 'lines',
      title: 'Age of the last check',
      means: 'How long ago each projector last checked its redactor with planted numbers.',
      normal: 'A low saw-tooth.',
      runbook: 'redaction',
      unit: 's',
      width: 6,
      threshold: THRESHOLDS.canaryAge,
      empty: 'no projector reports',
      queries: [
        {
          expr: `time() - fundlens_projector_redaction_canary_last_run_timestamp_seconds{${OF_PROCESS}}`,
          legend: '{{instance}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Stored documents searched, and leaks found',
      means: 'Recently written documents read back and searched, and those that hold what reads as a number.',
      normal: 'Leaks 0.',
      runbook: 'redaction',
      unit: 'short',
      width: 6,
      queries: [
        {
          expr: `sum(increase(fundlens_projector_redaction_documents_scanned_total{${OF_PROCESS}}[1h]))`,
          legend: 'searched within an hour',
        },
        {
          expr: `sum(increase(fundlens_projector_redaction_leaks_found_total{${OF_PROCESS}}[1h]))`,
          legend: 'leaks within an hour',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Redactions by type of event',
      means: 'Values per second replaced because they are or could be Social Security numbers.',
      normal: 'Follows the events. 0 while reports arrive: look at the redactor before anything else.',
      runbook: 'redaction',
      unit: 'cps',
      width: 6,
      stacked: true,
      empty: 'none',
      queries: [{ expr: rateBy('fundlens_projector_redactions_total', OF_PROCESS, 'type'), legend: '{{type}}' }],
    },
  ],
};

const background: RowDescription = {
  question: 'Do dashboards and PDFs keep up?',
  panels: [
    {
      kind: 'lines',
      title: 'Backlog',
      means: 'Documents whose change no dashboard has, and reports without a current PDF, at the last sweep.',
      normal: 'Near 0. After a new PDF layout: all PDFs, falling.',
      runbook: 'dashboards-old',
      unit: 'short',
      width: 8,
      queries: [
        { expr: `max(fundlens_projector_dashboard_dirty_documents{${OF_PROCESS}})`, legend: 'dashboards' },
        { expr: `max(fundlens_projector_report_pdf_backlog{${OF_PROCESS}})`, legend: 'PDFs' },
      ],
    },
    {
      kind: 'lines',
      title: 'Time of a refresh and of a PDF, p99',
      means: 'A refresh of one dashboard; a PDF with its wait for a turn.',
      normal: 'Refresh below 100 ms, PDF below a second.',
      runbook: 'dashboards-old',
      unit: 's',
      width: 8,
      empty: 'none was made',
      queries: [
        { expr: quantile(0.99, 'fundlens_projector_dashboard_refresh_seconds', OF_PROCESS), legend: 'refresh' },
        { expr: quantile(0.99, 'fundlens_projector_report_pdf_seconds', OF_PROCESS), legend: 'PDF' },
      ],
    },
    {
      kind: 'lines',
      title: 'What fails',
      means:
        'Sweeps, PDFs and wake-ups per second that failed or were lost. Lost wake-ups: Redis is away, and the sweeps do the work.',
      normal: '0.',
      runbook: 'redis-away',
      unit: 'cps',
      width: 8,
      empty: 'none',
      queries: [
        {
          expr: `sum(rate(fundlens_projector_dashboard_sweeps_total{${OF_PROCESS}, outcome="failed"}[$__rate_interval]))`,
          legend: 'dashboard sweeps',
        },
        {
          expr: `sum(rate(fundlens_projector_report_pdf_sweeps_total{${OF_PROCESS}, outcome="failed"}[$__rate_interval]))`,
          legend: 'PDF sweeps',
        },
        {
          expr: `sum(rate(fundlens_projector_report_pdfs_total{${OF_PROCESS}, outcome="failed"}[$__rate_interval]))`,
          legend: 'PDFs',
        },
        {
          expr: `sum by (work) (rate(fundlens_projector_wake_ups_total{${OF_PROCESS}, outcome=~"lost|failed"}[$__rate_interval]))`,
          legend: 'wake-ups: {{work}}',
        },
      ],
    },
  ],
};

const servers: RowDescription = {
  question: 'Is it MongoDB, Kafka, Redis, the registry or a clock?',
  panels: [
    {
      kind: 'states',
      title: 'Parts of each process',
      means: 'Servers and consumer groups: whether they work, as each projector sees them.',
      normal: 'Green all along.',
      runbook: 'mongodb-away',
      unit: 'short',
      width: 24,
      states: [
        { value: 1, text: 'works', color: 'green' },
        { value: 0, text: 'does not', color: 'red' },
      ],
      empty: 'no projector reports',
      queries: [{ expr: `fundlens_projector_part_ok{${OF_PROCESS}}`, legend: '{{instance}} {{part}}' }],
    },
    {
      kind: 'lines',
      title: 'Partitions that wait, by reason',
      means:
        'mongodb_unavailable, kafka_unavailable and registry_unavailable name the server; other reasons are in the runbook.',
      normal: 'No line.',
      runbook: 'partition-stopped',
      unit: 'short',
      width: 8,
      stacked: true,
      empty: 'all that is reported runs',
      queries: [
        {
          expr: `sum by (state, reason) (fundlens_projector_partition_state{${OF_PARTITION}, state!="running"})`,
          legend: '{{state}} {{reason}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Clock against MongoDB',
      means: 'By how much the clock of a process differs from that of MongoDB.',
      normal: 'Some milliseconds.',
      runbook: 'clock-skew',
      unit: 's',
      width: 8,
      threshold: THRESHOLDS.clock,
      empty: 'no projector reports',
      queries: [{ expr: `abs(fundlens_projector_clock_ahead_seconds{${OF_PROCESS}})`, legend: '{{instance}}' }],
    },
    {
      kind: 'lines',
      title: 'From append to arrival, least of a minute',
      means: 'How long records take from the broker to the projector. Negative: the clock of the broker is ahead.',
      normal: 'Some milliseconds; in a backlog as much as it lags.',
      runbook: 'clock-skew',
      unit: 's',
      width: 8,
      empty: 'no events in the last minute',
      queries: [
        {
          expr: `min by (topic) (fundlens_projector_append_delay_min_seconds{${OF_PARTITION}})`,
          legend: '{{topic}}',
        },
      ],
    },
  ],
};

export const projector: DashboardDescription = {
  name: 'projector',
  title: 'Fundlens: projector',
  description: 'From the log to the read models: symptoms first, then their causes.',
  variables: [
    { label: 'instance', metric: 'up{job="fundlens-projector"}' },
    { label: 'topic', metric: 'fundlens_projector_lag_known' },
    { label: 'partition', metric: 'fundlens_projector_lag_known{topic=~"$topic"}' },
  ],
  rows: [symptoms, partitions, deadLetters, redaction, servers, flow, background, resources('projector')],
};
