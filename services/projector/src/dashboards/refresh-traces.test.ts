import { RetryableError } from '@fundlens/runtime/errors';
import type { Span, Tracing } from '@fundlens/runtime/tracing';
import { expect, it } from 'vitest';
import { createRefreshTraces } from './refresh-traces.ts';

function recording() {
  const log: string[] = [];
  const tracing: Tracing = {
    start(name, { parent } = {}) {
      log.push(`start ${name} in ${parent}`);
      const span: Span = {
        ...{ traceId: '', traceparent: '', child: () => span, set: () => {}, rename: () => {} },
        fail: (code) => void log.push(`fail ${code}`),
        end: () => void log.push('end'),
      };
      return span;
    },
  };
  return { log, traces: createRefreshTraces(tracing) };
}

const changed = (locationId: string, ...traceparents: string[]) => [
  { readModel: 'contacts' as const, id: { kind: 'location-entity' as const, locationId, entityId: 'c' }, traceparents },
];

it('a refresh continues each trace that made the dashboard dirty, once', async () => {
  const { log, traces } = recording();
  traces.onDocumentsChanged(changed('l', 'a', 'b'));
  traces.onDocumentsChanged(changed('l', 'a'));
  await traces.traced('l', async () => void log.push('refresh'));
  expect(log).toEqual(['start refresh dashboard in a', 'start refresh dashboard in b', 'refresh', 'end', 'end']);
  await traces.traced('l', async () => void log.push('again'));
  expect(log.at(-1)).toBe('again');
});

it('a refresh that fails marks its spans and fails as it would without traces', async () => {
  const { log, traces } = recording();
  traces.onDocumentsChanged(changed('l', 'a'));
  const failing = () => Promise.reject(new RetryableError('mongodb_unavailable', 'away'));
  await expect(traces.traced('l', failing)).rejects.toMatchObject({ code: 'mongodb_unavailable' });
  expect(log).toEqual(['start refresh dashboard in a', 'fail mongodb_unavailable', 'end']);
});

it('locations that another process refreshes are displaced by later ones', async () => {
  const { log, traces } = recording();
  for (let n = 0; n <= 1_000; n += 1) traces.onDocumentsChanged(changed(`l${n}`, `t${n}`));
  await traces.traced('l0', async () => {});
  await traces.traced('l1000', async () => {});
  expect(log).toEqual(['start refresh dashboard in t1000', 'end']);
});
