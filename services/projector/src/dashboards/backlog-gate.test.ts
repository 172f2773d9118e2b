import { expect, test } from 'vitest';
import { createBacklogGate } from './backlog-gate.ts';

const MIB = 1024 * 1024;

function gateAt(start: number) {
  let now = start;
  const gate = createBacklogGate({
    monotonic: () => now,
    sleep: async (ms) => {
      now += ms;
      if (now >= start + 2_000) gate.inWork(0);
      return true;
    },
  });
  return { ...gate, now: () => now };
}

test('without a backlog nothing waits', async () => {
  const gate = gateAt(0);
  gate.inWork(50_000);
  await gate.quiet();
  expect(gate.now()).toBe(0);
});

test('what is made from documents waits until the backlog has ended, and a moment longer', async () => {
  const gate = gateAt(0);
  gate.inWork(5 * MIB);
  gate.inWork(4 * MIB);
  await gate.quiet();
  expect(gate.now()).toBe(2_500);
  await gate.quiet();
  expect(gate.now()).toBe(2_500);
});

test('continues after some seconds during an endless backlog', async () => {
  let now = 0;
  const gate = createBacklogGate({
    monotonic: () => now,
    sleep: async (ms) => {
      now += ms;
      return true;
    },
  });
  gate.inWork(5 * MIB);
  await gate.quiet();
  expect(now).toBe(5_000);
});
