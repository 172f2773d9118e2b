import { expect, it } from 'vitest';
import { holds, textOf } from '../long-run/report.ts';
import { faultsReport, type TestRun } from './faults-report.ts';

const amount = { outageSeconds: 60, seed: 7 };
const passed = { fullName: 'Kafka down', status: 'passed', duration: 61_000 };
const file = { name: 'kafka.int.test.ts', status: 'passed', message: '', assertionResults: [passed] };
const run: TestRun = { success: true, testResults: [file] };

it('holds when every test passed', () => {
  expect(holds(faultsReport(run, amount))).toBe(true);
  expect(textOf(faultsReport(run, amount))).toMatch(/^outages of 60 s, seed 7: all checks hold\nfaults tried: 1/);
});

it('names each test that failed, with the first line of why', () => {
  const failed = { ...passed, status: 'failed', failureMessages: ['expected [] \nstack'] };
  const report = faultsReport({ success: false, testResults: [{ ...file, assertionResults: [failed] }] }, amount);
  expect(report.checks[0]?.broken).toEqual(['Kafka down: expected [] ']);
});

it('does not hold when a file could not be loaded, or nothing ran', () => {
  const broken = { ...file, status: 'failed', message: 'cannot be loaded', assertionResults: [] };
  expect(holds(faultsReport({ success: false, testResults: [broken] }, amount))).toBe(false);
  expect(holds(faultsReport({ success: false, testResults: [] }, amount))).toBe(false);
});
