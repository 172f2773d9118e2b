import { expect, test } from 'vitest';
import { progressOn } from './publish-progress.ts';

function run(isTTY: boolean) {
  const written: string[] = [];
  const time = { now: 0 };
  const screen = { isTTY, write: (text: string) => written.push(text) > 0 };
  const meter = progressOn(screen as never, { clock: () => time.now, share: () => 0.417 });
  return { written, time, meter };
}

test('in a log a long run tells every few seconds how far it is and how fast, and a short one nothing', () => {
  const { written, time, meter } = run(false);
  for (let events = 0; events <= 10_000; events += 500) {
    meter.show({ step: 'checked', events });
    time.now += 500;
  }
  meter.end();
  expect(written[0]).toBe('checked 3,000 events, 1,000 a second, 41 % read\n');
  expect(written).toHaveLength(3);
});

test('in a terminal it is one line, which the end closes', () => {
  const { written, time, meter } = run(true);
  meter.show({ step: 'checked', events: 0 });
  time.now = 1_000;
  meter.show({ step: 'checked', events: 7 });
  meter.end();
  expect(written).toEqual(['\rchecked 7 events, 7 a second, 41 % read\u001b[K', '\n']);
});
