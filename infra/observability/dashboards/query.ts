import type { DashboardDescription, RowDescription } from './description.ts';
import { availability, latency } from './expressions.ts';
import { resources } from './resources.ts';
import { THRESHOLDS } from './thresholds.ts';

const OF_PROCESS = 'job="fundlens-query", instance=~"$instance"';
const OF_ROUTE = `${OF_PROCESS}, route=~"$route"`;

const symptoms: RowDescription = {
  question: 'Symptoms: do clients get right responses in time?',
  panels: [
    {
      kind: 'lines',
      title: 'Availability',
      means: 'Share of the requests that did not end in a 5xx.',
      normal: '100 %.',
      runbook: 'api-errors',
      unit: 'percentunit',
      width: 8,
      threshold: THRESHOLDS.availability,
      empty: 'no requests',
      queries: [{ expr: availability(OF_ROUTE, '$__rate_interval'), legend: 'not 5xx' }],
    },
    {
      kind: 'lines',
      title: 'Latency',
      means: 'Half of the requests are faster than p50, 99 in 100 faster than p99.',
      normal: 'p50 some milliseconds, p99 below 100 ms.',
      runbook: 'api-latency',
      unit: 's',
      width: 8,
      threshold: THRESHOLDS.latency,
      empty: 'no requests',
      queries: [
        { expr: latency(0.99, OF_ROUTE), legend: 'p99' },
        { expr: latency(0.9, OF_ROUTE), legend: 'p90' },
        { expr: latency(0.5, OF_ROUTE), legend: 'p50' },
      ],
    },
    {
      kind: 'lines',
      title: 'Revocation lag',
      means: 'How old what each process knows of access may be: a revoked credential works as long.',
      normal: 'Below two seconds. At ACCESS_MAX_AGE the API refuses every client.',
      runbook: 'access-stale',
      unit: 's',
      width: 8,
      threshold: THRESHOLDS.accessAge,
      empty: 'no query service answers',
      queries: [{ expr: `fundlens_query_access_age_seconds{${OF_PROCESS}}`, legend: '{{instance}}' }],
    },
  ],
};

const requests: RowDescription = {
  question: 'Which routes, and which clients?',
  panels: [
    {
      kind: 'lines',
      title: 'Requests by status',
      means: 'Answered requests per second. 401: credentials; 403: locations; 429: limits; 5xx: ours.',
      normal: 'Mostly 200 and 304.',
      runbook: 'api-errors',
      unit: 'reqps',
      width: 8,
      stacked: true,
      empty: 'no requests',
      queries: [
        {
          expr: `sum by (status) (rate(fundlens_query_requests_total{${OF_ROUTE}}[$__rate_interval]))`,
          legend: '{{status}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: '5xx by route',
      means: 'Failed requests per second.',
      normal: 'No line. One route alone: its query. All routes: MongoDB, access state or this process.',
      runbook: 'api-errors',
      unit: 'reqps',
      width: 8,
      empty: 'no request failed',
      queries: [
        {
          expr: `sum by (route, status) (rate(fundlens_query_requests_total{${OF_ROUTE}, status=~"5.."}[$__rate_interval])) > 0`,
          legend: '{{status}} {{route}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'p99 of the slowest routes',
      means: 'The eight routes with the highest 99th percentile.',
      normal: 'Pages and reports above point reads, all below 100 ms.',
      runbook: 'api-latency',
      unit: 's',
      width: 8,
      threshold: THRESHOLDS.latency,
      empty: 'no requests',
      queries: [{ expr: `topk(8, ${latency(0.99, OF_ROUTE, ['route'])})`, legend: '{{route}}' }],
    },
    {
      kind: 'lines',
      title: 'Refusals',
      means: 'Requests per second that a rule refused, and bytes that were no HTTP.',
      normal: 'Some 401 and 429.',
      runbook: 'troubleshooting',
      unit: 'reqps',
      width: 8,
      empty: 'none',
      queries: [
        {
          expr: `sum by (status) (rate(fundlens_query_requests_total{${OF_ROUTE}, status=~"401|403|429"}[$__rate_interval]))`,
          legend: '{{status}}',
        },
        {
          expr: `sum(rate(fundlens_query_malformed_requests_total{${OF_PROCESS}}[$__rate_interval])) > 0`,
          legend: 'no HTTP',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Response bytes by route',
      means: 'Bytes per second of the eight routes that send most.',
      normal: 'Follows the requests.',
      runbook: 'slow-clients',
      unit: 'bytes',
      width: 8,
      stacked: true,
      empty: 'no responses',
      queries: [
        {
          expr: `topk(8, sum by (route) (rate(fundlens_query_response_bytes_total{${OF_ROUTE}}[$__rate_interval])))`,
          legend: '{{route}}',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Waits for positions',
      means: 'Requests that wait for X-Wait-For-Position now, and how waits ended per second.',
      normal: 'Few. Timeouts: the projector lags.',
      runbook: 'projector-lag',
      unit: 'short',
      width: 8,
      queries: [
        { expr: `sum(fundlens_query_positions_waiting{${OF_PROCESS}})`, legend: 'waiting now' },
        {
          expr: `sum by (outcome) (rate(fundlens_query_position_waits_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: '{{outcome}} per s',
        },
      ],
    },
  ],
};

const promises: RowDescription = {
  question: 'Is everything recorded and counted?',
  panels: [
    {
      kind: 'lines',
      title: 'Audit entries that wait',
      means: 'Entries not stored yet. A report is never sent without its entry.',
      normal: 'Below 100. Growing: MongoDB does not take them.',
      runbook: 'audit-failing',
      unit: 'short',
      width: 8,
      empty: 'no query service answers',
      queries: [{ expr: `fundlens_query_audit_waiting{${OF_PROCESS}}`, legend: '{{instance}}' }],
    },
    {
      kind: 'lines',
      title: 'Audit and quota failures',
      means: 'Failed inserts and checkpoints per second, which are retried, and entries dropped for good.',
      normal: '0. Dropped entries are lost.',
      runbook: 'audit-failing',
      unit: 'cps',
      width: 8,
      queries: [
        {
          expr: `sum(rate(fundlens_query_audit_failures_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'audit inserts failed',
        },
        {
          expr: `sum(rate(fundlens_query_audit_dropped_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'audit entries dropped',
        },
        {
          expr: `sum(rate(fundlens_query_quota_checkpoint_failures_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'quota checkpoints failed',
        },
      ],
    },
    {
      kind: 'states',
      title: 'Where limits are counted',
      means: 'In Redis for all processes together, or in each process alone while Redis is away.',
      normal: 'Redis.',
      runbook: 'redis-away',
      unit: 'short',
      width: 8,
      states: [
        { value: 1, text: 'Redis', color: 'green' },
        { value: 0, text: 'this process', color: 'yellow' },
      ],
      empty: 'no query service answers',
      queries: [{ expr: `fundlens_query_redis_available{${OF_PROCESS}}`, legend: '{{instance}} {{reason}}' }],
    },
  ],
};

const saturation: RowDescription = {
  question: 'Is it full?',
  panels: [
    {
      kind: 'lines',
      title: 'Bytes in flight',
      means:
        'Bytes read for responses that clients have not taken. At MAX_BYTES_IN_FLIGHT (256 MiB) requests are refused.',
      normal: 'Below some MiB.',
      runbook: 'slow-clients',
      unit: 'bytes',
      width: 8,
      queries: [{ expr: `fundlens_query_in_flight_bytes{${OF_PROCESS}}`, legend: '{{instance}}' }],
    },
    {
      kind: 'lines',
      title: 'Refused for room, and slow clients cut',
      means:
        'Requests per second refused by bytes in flight, connections of slow clients that were cut, requests counted without Redis.',
      normal: '0.',
      runbook: 'slow-clients',
      unit: 'cps',
      width: 8,
      queries: [
        {
          expr: `sum(rate(fundlens_query_bytes_in_flight_refusals_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'refused for room',
        },
        {
          expr: `sum(rate(fundlens_query_slow_readers_cut_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'slow clients cut',
        },
        {
          expr: `sum(rate(fundlens_query_limits_without_redis_total{${OF_PROCESS}}[$__rate_interval]))`,
          legend: 'counted without Redis',
        },
      ],
    },
    {
      kind: 'lines',
      title: 'Client connections',
      means: 'Open connections of each process. At MAX_CONNECTIONS (10,000) no more are taken.',
      normal: 'Even between processes.',
      runbook: 'slow-clients',
      unit: 'short',
      width: 8,
      queries: [{ expr: `fundlens_query_connections{${OF_PROCESS}}`, legend: '{{instance}}' }],
    },
  ],
};

export const query: DashboardDescription = {
  name: 'query',
  title: 'Fundlens: query service',
  description: 'From the request to the response: symptoms first, then their causes.',
  variables: [
    { label: 'instance', metric: 'up{job="fundlens-query"}' },
    { label: 'route', metric: 'fundlens_query_requests_total' },
  ],
  rows: [symptoms, requests, promises, saturation, resources('query')],
};
