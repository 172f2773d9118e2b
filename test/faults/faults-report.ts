import type { RunReport } from '../long-run/report.ts';

/** Of Vitest's JSON report. */
export type TestRun = {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

export type FaultsAmount = { readonly outageSeconds: number; readonly seed: number };

export function faultsReport({ success, testResults }: TestRun, { outageSeconds, seed }: FaultsAmount): RunReport {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  // A file that cannot be loaded has no test that fails.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const broken = [
    ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split('\n')[0] ?? ''}`),
    ...brokenFiles.map(({ name, message }) => `${name}: ${message}`),
  ];
  return {
    title: `outages of ${outageSeconds} s, seed ${seed}`,
    lines: [`faults tried: ${tests.filter(({ status }) => status === 'passed' || status === 'failed').length}`],
    notes: [{ name: 'skipped', broken: tests.flatMap((test) => (test.status === 'skipped' ? [test.fullName] : [])) }],
    checks: [
      { name: 'faults after which a check does not hold', broken },
      { name: 'runs without a result', broken: success || broken.length > 0 ? [] : ['Vitest does not say why'] },
    ],
    figures: {
      ...{ outageSeconds, seed },
      tests: tests.map(({ fullName, status, duration }) => ({ fullName, status, duration })),
    },
  };
}
