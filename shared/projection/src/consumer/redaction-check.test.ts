import { eventTypes } from '@fundlens/contracts/event-types';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { createLogger } from '@fundlens/runtime/logger';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../health/metrics.ts';
import { projections } from '../projections/registry.ts';
import type { RedactEvent } from './read-events.ts';
import { createRedactionCanary } from './redaction-canary.ts';
import { RedactionCheck } from './redaction-check.ts';

const reading = {
  redact: redactEvent as RedactEvent,
  redaction: { customFieldKeepList: new Set<string>() },
  projections,
};
const off: RedactEvent = (event) => ({
  event: event as ReturnType<RedactEvent>['event'] & typeof event,
  redactions: 0,
});

describe('the canary', () => {
  it('is silent while this process redacts', async () => {
    expect(await createRedactionCanary(reading)()).toEqual([]);
  });

  it('names every event type of which a text is stored when redaction is switched off', async () => {
    const faults = await createRedactionCanary({ ...reading, redact: off })();
    expect(faults.filter(({ problem }) => problem !== 'leaks')).toEqual([]);
    // An installation has ids and codes, and no text.
    expect(faults.map(({ type }) => type)).toEqual(eventTypes.filter((type) => type !== 'InstallationChanged'));
  });
});

describe('the check', () => {
  it('has no result before it has run, so that no start pages', async () => {
    expect(await createMetrics().registry.metrics()).not.toMatch(/^fundlens_projector_redaction_canary_ok /m);
  });

  const text = async (options: { redact?: RedactEvent; stored?: string }) => {
    const metrics = createMetrics();
    const check = new RedactionCheck({
      canary: createRedactionCanary({ ...reading, ...(options.redact && { redact: options.redact }) }),
      recentDocuments: async () => [Buffer.from(options.stored ?? '')],
      metrics,
      logger: createLogger({ service: 'test', level: 'silent', sanitize: (line) => line }),
      clock: () => 5_000,
    });
    check.onDocumentsChanged([{ readModel: 'contacts', id: { kind: 'location', locationId: 'loc-1' } }]);
    await check.check();
    return await metrics.registry.metrics();
  };

  it('shows that the redactor works and that what was stored is clean', async () => {
    const shown = await text({ stored: '{"note":"***-**-****","phone":"555-010-4477","parcelNumber":"123-45-6789"}' });
    expect(shown).toContain('redaction_canary_ok 1\n');
    expect(shown).toContain('redaction_canary_last_run_timestamp_seconds 5\n');
    expect(shown).toContain('redaction_documents_scanned_total 1\n');
    expect(shown).toContain('redaction_leaks_found_total 0\n');
  });

  it('shows a redactor that is switched off, and a stored number', async () => {
    const shown = await text({ redact: off, stored: '{"note":"said 912-47-0815"}' });
    expect(shown).toContain('redaction_canary_ok 0\n');
    expect(shown).toContain('redaction_leaks_found_total 1\n');
  });
});
