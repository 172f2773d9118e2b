import { expect, test } from 'vitest';
import { createDryRunReport } from './dry-run-report.ts';
import { sampleEvent } from '../reference/sample-events.ts';

const publishable = { type: 'ContactChanged', event: sampleEvent('ContactChanged') } as const;
const check = { topic: 'crm.changes.v1', key: 'contact:loc-1:c', recordBytes: 100, findings: [] };

test('the report of a dry run stays short however long the input is', () => {
  const report = createDryRunReport();
  for (let at = 1; at <= 1_000; at++) {
    report.add(at, publishable, { ...check, findings: [{ rule: 'key', path: `report > a${at}.ssn`, because: 'ssn' }] });
  }
  const lines = report.lines();
  expect(lines.length).toBeLessThan(130);
  expect(lines).toContain('  … and 980 more');
  expect(lines.at(-1)).toBe('     900  in other fields');
});
