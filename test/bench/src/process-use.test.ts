import { describe, expect, it } from 'vitest';
import { cpuMsInStat, cpuMsOf, rssInStatus } from './process-use.ts';

describe('what a process uses', () => {
  it('adds user and system time behind a name with spaces and parentheses', () => {
    const stat = '4242 (node (main) x) S 1 4242 4242 0 -1 4194560 100 0 0 0 250 75 9 9 20 0 11 0 1000 99 88';

    expect(cpuMsInStat(stat)).toBe(3_250);
  });

  it('has memory now and at most', () => {
    const status = 'Name:\tnode\nVmPeak:\t  900000 kB\nVmHWM:\t  153600 kB\nVmRSS:\t  102400 kB\n';

    expect(rssInStatus(status)).toEqual({ nowMiB: 100, maxMiB: 150 });
    expect(rssInStatus('Name:\tkthreadd\n')).toBeNull();
  });

  it('is unknown of a server that is no process of this machine', () => {
    expect(cpuMsOf(undefined)).toBeNull();
    expect(cpuMsOf(2 ** 30)).toBeNull();
  });
});
