import type { RowDescription } from './description.ts';
import { THRESHOLDS } from './thresholds.ts';

/** What each process costs, and which build it is. */
export function resources(job: 'projector' | 'query'): RowDescription {
  const of = `job="fundlens-${job}", instance=~"$instance"`;
  const runbook = 'process-strained';
  return {
    question: 'Has a process enough processor and memory, and which build is it?',
    panels: [
      {
        ...{ kind: 'lines', runbook, unit: 'short', width: 6 },
        title: 'Processor cores',
        means: 'Processor time per second of each process.',
        normal: 'Well below 1 per thread of work. Flat at a limit: it is throttled.',
        queries: [{ expr: `rate(process_cpu_seconds_total{${of}}[$__rate_interval])`, legend: '{{instance}}' }],
      },
      {
        ...{ kind: 'lines', runbook, unit: 'percentunit', width: 6 },
        threshold: THRESHOLDS.heapShare,
        title: 'Share of the heap',
        means: 'JavaScript heap of each process, as a share of the limit at which the process ends.',
        normal: 'A saw-tooth without a trend. Only upwards over hours: a leak.',
        queries: [
          {
            expr: `nodejs_heap_size_used_bytes{${of}} / on (instance, job) fundlens_heap_limit_bytes`,
            legend: '{{instance}}',
          },
        ],
      },
      {
        ...{ kind: 'lines', runbook, unit: 's', width: 6 },
        title: 'Event loop lag, p99',
        means: 'How long callbacks wait for the thread: heartbeats, health checks and requests wait as long.',
        normal: 'Below 50 ms.',
        threshold: THRESHOLDS.eventLoopLag,
        queries: [{ expr: `nodejs_eventloop_lag_p99_seconds{${of}}`, legend: '{{instance}}' }],
      },
      {
        ...{ kind: 'table', runbook, unit: 's', width: 6 },
        title: 'Builds, and for how long they run',
        means: 'Version of each process, and the seconds since it started.',
        normal: 'One version, but during a rollout. A young process on a quiet day has crashed.',
        columns: { instance: 'Instance', version: 'Version', node: 'Node.js' },
        empty: 'no process answers',
        queries: [
          {
            expr:
              `(time() - process_start_time_seconds{${of}})` +
              ' * on (instance, job) group_left (version, node) fundlens_build_info',
            legend: '',
          },
        ],
      },
    ],
  };
}
