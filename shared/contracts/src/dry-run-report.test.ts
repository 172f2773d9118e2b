import { expect, test } from 'vitest';
import { createDryRunReport } from './dry-run-report.ts';
import { sampleEvent } from './sample-events.ts';

const publishable = { type: 'ContactChanged', event: sampleEvent('ContactChanged') } as const;
const check = { topic: 'crm.changes.v1', key: 'contact:loc-1:c', recordBytes: 100, findings: [] };

test('a dry run tells topic, largest record, keys, and that nothing would be removed', () => {
  const report = createDryRunReport();
  report.add(1, publishable, check);
  report.add(3, publishable, { ...check, recordBytes: 2_500 });
  expect(report.lines('line')).toEqual([
    '  2 ContactChanged for crm.changes.v1; the largest record has 2,500 of at most 786,432 bytes (line 3)',
    'Keys:',
    '  line 1: contact:loc-1:c',
    '  line 3: contact:loc-1:c',
    'Redaction would remove nothing.',
  ]);
});

test('what redaction removes is counted by rule, field and reason', () => {
  const report = createDryRunReport();
  const dropped = { rule: 'dropped', path: 'ssn', because: null } as const;
  const pattern = { rule: 'pattern', path: 'firstName', because: '3-2-4' } as const;
  report.add(1, publishable, { ...check, findings: [pattern, dropped] });
  report.add(2, publishable, { ...check, findings: [dropped] });
  expect(report.lines('line').slice(-3)).toEqual([
    'Redaction would remove 3 values before anything is stored (how many, rule, field, why):',
    '       2  dropped       ContactChanged.ssn  (the contract has this field dropped)',
    '       1  pattern       ContactChanged.firstName  (3-2-4)',
  ]);
});

test('it stays short however long the input is', () => {
  const report = createDryRunReport();
  for (let at = 1; at <= 1_000; at++) {
    report.add(at, publishable, { ...check, findings: [{ rule: 'key', path: `report > a${at}.ssn`, because: 'ssn' }] });
  }
  const lines = report.lines('line');
  expect(lines.length).toBeLessThan(130);
  expect(lines).toContain('  … and 980 more');
  expect(lines.at(-1)).toBe('     900  in other fields');
});
