import { createPartitionHealth } from '@fundlens/projection/health/partition-health';
import { expect, it } from 'vitest';
import { LastReading } from './last-reading.ts';
import { statusOf } from './testing/views.ts';

it('is read anew where the clock of this machine was set back', async () => {
  let now = Date.parse('2026-03-02T09:00:00Z');
  const partitionHealth = createPartitionHealth({ clock: () => now, monotonic: () => now });
  for (const server of ['mongodb', 'kafka']) partitionHealth.setPart(server, null);
  let readings = 0;
  const read = async () => statusOf({ staleViews: ++readings });
  const reading = new LastReading({ read, partitionHealth, clock: () => now });
  await reading.refresh();
  now -= 3_600_000;
  expect(await reading.figures()).toMatchObject({ isCurrent: true, status: { staleViews: 2 } });
});
