import type { DashboardDescription, PanelDescription, RowDescription } from './description.ts';
import { FIRING_ALERTS, UNREPORTED_PARTITIONS, ageByPartition, availability, latency } from './expressions.ts';
import { THRESHOLDS } from './thresholds.ts';

const ACCESS = 'topic=~".*access[.]changes.*"';
const STAT_WIDTH = 6;

function processesThatAnswer({
  job,
  ...words
}: Pick<PanelDescription, 'title' | 'means' | 'runbook'> & { readonly job: string }): PanelDescription {
  return {
    kind: 'stat',
    ...words,
    normal: 'As many as are deployed.',
    unit: 'short',
    width: STAT_WIDTH,
    states: [{ value: 0, text: 'none', color: 'red' }],
    empty: 'not scraped',
    queries: [{ expr: `sum(up{job="${job}"})`, legend: '' }],
  };
}

const isAnythingWrong: RowDescription = {
  question: 'Is anything wrong?',
  panels: [
    {
      kind: 'stat',
      title: 'Critical alerts',
      means: 'Alerts that fire now and wake the person on call.',
      normal: '0. The table below names them.',
      runbook: 'README',
      unit: 'short',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.anyIsCritical,
      queries: [{ expr: 'count(ALERTS{alertstate="firing", severity="page"}) or vector(0)', legend: '' }],
    },
    {
      kind: 'stat',
      title: 'Other alerts',
      means: 'Alerts that fire now and can wait for the morning.',
      normal: '0.',
      runbook: 'README',
      unit: 'short',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.anyIsWarning,
      queries: [{ expr: 'count(ALERTS{alertstate="firing", severity!="page"}) or vector(0)', legend: '' }],
    },
    processesThatAnswer({
      title: 'Projectors that answer',
      means: 'Projectors whose metrics can be read. With none of them the read models stand still.',
      runbook: 'projector-down',
      job: 'fundlens-projector',
    }),
    processesThatAnswer({
      title: 'Query services that answer',
      means: 'Query services whose metrics can be read. With none of them clients get no response at all.',
      runbook: 'query-down',
      job: 'fundlens-query',
    }),
    {
      kind: 'stat',
      title: 'Read models: oldest',
      means: 'How old what clients read now may be: the oldest read model, as in X-Data-As-Of.',
      normal: 'Some seconds. It grows while a projector, Kafka or MongoDB is away.',
      runbook: 'projector-lag',
      unit: 's',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.dataAge,
      empty: 'not known',
      queries: [{ expr: 'max(fundlens_query_data_age_seconds)', legend: '' }],
    },
    {
      kind: 'stat',
      title: 'Revocations: oldest',
      means: 'How old what a query service knows of access may be: a revoked credential works as long.',
      normal: 'Below two seconds. At ACCESS_MAX_AGE the API refuses every client.',
      runbook: 'access-stale',
      unit: 's',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.accessAge,
      empty: 'not scraped',
      queries: [{ expr: 'max(fundlens_query_access_age_seconds)', legend: '' }],
    },
    {
      kind: 'stat',
      title: 'Availability, 5 min',
      means: 'Share of the requests of the last five minutes that did not end in a 5xx.',
      normal: '100 %.',
      runbook: 'api-errors',
      unit: 'percentunit',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.availability,
      empty: 'no requests',
      queries: [{ expr: availability('job="fundlens-query"', '5m'), legend: '' }],
    },
    {
      kind: 'stat',
      title: 'Latency, 99 of 100 requests',
      means: 'Time from the request to its whole response that one request in a hundred exceeds, over all routes.',
      normal: 'Below 100 ms. Requests that wait for a position take as long as they asked to.',
      runbook: 'api-latency',
      unit: 's',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.latency,
      empty: 'no requests',
      queries: [{ expr: latency(0.99, 'job="fundlens-query"'), legend: '' }],
    },
    {
      kind: 'stat',
      title: 'Stopped partitions',
      means: 'Partitions that stay where they are until an operator acts.',
      normal: '0.',
      runbook: 'partition-stopped',
      unit: 'short',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.anyIsCritical,
      queries: [{ expr: 'count(fundlens_projector_partition_state{state="stopped"} == 1) or vector(0)', legend: '' }],
    },
    {
      kind: 'stat',
      title: 'Partitions without a projector',
      means: 'Partitions of the log that no projector reports now.',
      normal: '0. For some seconds more while projectors start, stop or share out partitions.',
      runbook: 'partition-without-projector',
      unit: 'short',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.anyIsCritical,
      queries: [{ expr: UNREPORTED_PARTITIONS, legend: '' }],
    },
    {
      kind: 'stat',
      title: 'Dead letters that block access',
      means: 'Open dead letters that keep a credential, company or location out of the API.',
      normal: '0.',
      runbook: 'dead-letters',
      unit: 'short',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.anyIsCritical,
      queries: [
        { expr: 'sum(max by (reason) (fundlens_projector_dead_letters_open{blocks="true"})) or vector(0)', legend: '' },
      ],
    },
    {
      kind: 'stat',
      title: 'Open dead letters',
      means: 'Events that are not in the read models. -1: no projector knows, because MongoDB does not answer.',
      normal: '0.',
      runbook: 'dead-letters',
      unit: 'short',
      width: STAT_WIDTH,
      threshold: THRESHOLDS.anyIsWarning,
      states: [{ value: -1, text: 'not known', color: 'yellow' }],
      queries: [
        {
          expr:
            'sum(max by (reason, blocks) (fundlens_projector_dead_letters_open))' +
            ' or max(fundlens_projector_dead_letters_known) - 1 or vector(-1)',
          legend: '',
        },
      ],
    },
  ],
};

const sinceWhen: RowDescription = {
  question: 'What exactly, for whom, and since when?',
  panels: [
    {
      kind: 'table',
      title: 'Alerts that fire now',
      means: 'Each alert that fires, what it is about, and for how long its condition has held.',
      normal: 'Empty.',
      runbook: 'README',
      unit: 's',
      width: 12,
      columns: { alertname: 'Alert', severity: 'Severity', model: 'Read model', topic: 'Topic', instance: 'Instance' },
      empty: 'none',
      queries: [
        {
          expr: `time() - (ALERTS_FOR_STATE and ignoring (alertstate) ${FIRING_ALERTS})`,
          legend: '',
        },
      ],
    },
    {
      kind: 'states',
      title: 'Processes',
      means: 'Which process answered Prometheus, and when.',
      normal: 'Green all along. A short gap is a restart.',
      runbook: 'instance-down',
      unit: 'short',
      width: 12,
      states: [
        { value: 1, text: 'up', color: 'green' },
        { value: 0, text: 'down', color: 'red' },
      ],
      empty: 'nothing is scraped',
      queries: [{ expr: 'up{job=~"fundlens-.*"}', legend: '{{job}} {{instance}}' }],
    },
    {
      kind: 'lines',
      title: 'Who reads old data: age by read model',
      means:
        'How old what readers get of each read model may be. A model is as old as the oldest partition it is made from.',
      normal: 'Flat, some seconds. A rising line is one that no event reaches; its start is the start of the outage.',
      runbook: 'projector-lag',
      unit: 's',
      width: 12,
      threshold: THRESHOLDS.dataAge,
      empty: 'no query service knows it',
      queries: [{ expr: 'max by (model) (fundlens_query_data_age_seconds)', legend: '{{model}}' }],
    },
    {
      kind: 'lines',
      title: 'Whose requests fail: 5xx by route',
      means: "Share of each route's requests that end in a 5xx.",
      normal: 'No line at all.',
      runbook: 'api-errors',
      unit: 'percentunit',
      width: 12,
      threshold: { critical: 1 - THRESHOLDS.availability.critical },
      empty: 'no request failed',
      queries: [
        {
          expr:
            'sum by (route) (rate(fundlens_query_requests_total{status=~"5.."}[$__rate_interval]))' +
            ' / sum by (route) (rate(fundlens_query_requests_total[$__rate_interval])) > 0',
          legend: '{{route}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'How fast: latency of responses',
      means: 'Of all routes: half of the requests are faster than p50, 99 in 100 faster than p99.',
      normal: 'p50 some milliseconds, p99 below 100 ms.',
      runbook: 'api-latency',
      unit: 's',
      width: 12,
      threshold: THRESHOLDS.latency,
      empty: 'no requests',
      queries: [
        { expr: latency(0.99, 'job="fundlens-query"'), legend: 'p99' },
        { expr: latency(0.5, 'job="fundlens-query"'), legend: 'p50' },
      ],
    },
    {
      kind: 'lines',
      title: 'How long a revoked credential works',
      means: 'Age of access: as each query service knows it, and of the access topic in the projector.',
      normal:
        'Below two seconds. Only the query service high: MongoDB is slow for it. Both high: no projector takes access events.',
      runbook: 'access-stale',
      unit: 's',
      width: 12,
      threshold: THRESHOLDS.accessAge,
      empty: 'nothing reports it',
      queries: [
        { expr: 'max by (instance) (fundlens_query_access_age_seconds)', legend: 'query {{instance}}' },
        { expr: `max(${ageByPartition(ACCESS)})`, legend: 'access topic' },
      ],
    },
  ],
};

const why: RowDescription = {
  question: 'Which server or input is it? (more on the dashboards of the tiers)',
  panels: [
    {
      kind: 'states',
      title: 'Servers, as the processes see them',
      means: 'Whether MongoDB, Kafka, the registry and Redis answer: the worst that any process sees.',
      normal: 'Green all along.',
      runbook: 'mongodb-away',
      unit: 'short',
      width: 24,
      height: 7,
      states: [
        { value: 1, text: 'answers', color: 'green' },
        { value: 0, text: 'away', color: 'red' },
      ],
      empty: 'no process answers',
      queries: [
        { expr: 'min by (part) (fundlens_projector_part_ok)', legend: 'projector: {{part}}' },
        { expr: 'min(fundlens_query_mongodb_available)', legend: 'query: mongodb' },
        { expr: 'min(fundlens_query_redis_available)', legend: 'query: redis' },
      ],
    },
    {
      kind: 'lines',
      title: 'Partitions that wait, by reason',
      means:
        'Partitions that do not run, with the reason code: it names the server that is away, or the input that is bad.',
      normal: 'No line. `starting` for a moment after a start.',
      runbook: 'partition-stopped',
      unit: 'short',
      width: 8,
      stacked: true,
      empty: 'all that is reported runs',
      queries: [
        {
          expr: 'sum by (state, reason) (fundlens_projector_partition_state{state!="running"})',
          legend: '{{state}} {{reason}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Requests by status',
      means: 'Answered requests per second. 401: credentials; 429: limits; 5xx: ours.',
      normal: 'Mostly 200. A jump of 401 or 429 is a client, not us.',
      runbook: 'api-errors',
      unit: 'reqps',
      width: 8,
      stacked: true,
      empty: 'no requests',
      queries: [
        { expr: 'sum by (status) (rate(fundlens_query_requests_total[$__rate_interval]))', legend: '{{status}}' },
      ],
    },
    {
      kind: 'lines',
      title: 'Events by outcome',
      means: 'Events per second that projectors took from the log.',
      normal: '`applied` follows what is published; no dead_letter.',
      runbook: 'dead-letters',
      unit: 'cps',
      width: 8,
      stacked: true,
      empty: 'no events',
      queries: [
        { expr: 'sum by (outcome) (rate(fundlens_projector_events_total[$__rate_interval]))', legend: '{{outcome}}' },
      ],
    },
  ],
};

export const overview: DashboardDescription = {
  name: 'overview',
  title: 'Fundlens: on call',
  description: 'Is anything wrong, for whom, and since when? Then: the dashboard of the tier that it is.',
  variables: [],
  rows: [isAnythingWrong, sinceWhen, why],
};
