import { expect, test } from 'vitest';
import { createBacklogGate } from './backlog-gate.ts';

function gateAt(start: number) {
  let now = start;
  const gate = createBacklogGate({
    monotonic: () => now,
    sleep: async (ms) => {
      now += ms;
      return true;
    },
  });
  return { ...gate, now: () => now };
}

test('without a backlog nothing waits', async () => {
  const gate = gateAt(0);
  gate.committed(50);
  await gate.quiet();
  expect(gate.now()).toBe(0);
});

test('what is made from documents waits until the backlog has ended', async () => {
  const gate = gateAt(0);
  gate.committed(5_000);
  await gate.quiet();
  expect(gate.now()).toBe(3_000);
  await gate.quiet();
  expect(gate.now()).toBe(3_000);
});

test('in a backlog that does not end it goes on after some seconds', async () => {
  let now = 0;
  const gate = createBacklogGate({
    monotonic: () => now,
    sleep: async (ms) => {
      now += ms;
      gate.committed(5_000);
      return true;
    },
  });
  gate.committed(5_000);
  await gate.quiet();
  expect(now).toBe(5_000);
});
