import { expect, it } from 'vitest';
import { LastReading } from './last-reading.ts';
import { statusPage } from './page.ts';
import { mongodbAwayView, NOW, partitionFigures, statusOf, stoppedView, viewOf } from './testing/views.ts';
import { verdictOf } from './verdict.ts';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
const kafkaAway = { code: 'kafka_unavailable', since: NOW - 60_000 };

it('shows hostile text of reasons, topics and owners as text, and has no script, form or token', () => {
  const projector = { status: 'stopped', reason: HOSTILE, since: NOW, owner: HOSTILE, seenAt: NOW } as const;
  const partition = partitionFigures({ topic: HOSTILE, trouble: 'stopped', projector });
  const deadLetters = [{ reason: HOSTILE, blocks: false, count: 1 }];
  const shown = statusPage(viewOf({ partitions: [partition], deadLetters }));
  expect(shown).not.toMatch(/<script|<img|<form|<input|<button| style=| onclick=/);
  expect(shown).toContain('&lt;script&gt;');
  expect(shown).not.toContain('&amp;lt;');
});

it('says in one sentence that nothing is wrong, or what is, for whom, since when, and what to do', () => {
  expect(verdictOf(viewOf())).toMatchObject({ level: 'ok', sentence: 'Nothing is wrong.' });
  expect(verdictOf(stoppedView())).toEqual({
    level: 'stopped',
    sentence:
      'Partition crm.events 3: stopped since 02:58 UTC (mostly_invalid). Affected: contacts, deals and pipelines; what clients read is of 02:58 UTC.',
    advice: 'Deal with the reason, then retry the partition.',
    runbook: 'fundlenspartitionstopped',
  });
  expect(verdictOf(mongodbAwayView())).toMatchObject({
    level: 'stopped',
    sentence: expect.stringContaining('MongoDB has not answered this projector since 03:08 UTC (mongodb_unavailable)'),
  });
  expect(verdictOf(viewOf({}, { kafka: kafkaAway }))).toMatchObject({
    sentence: expect.stringContaining('no revocation reaches them'),
    runbook: 'fundlensserveraway',
  });
  expect(verdictOf(viewOf({ blocking: 2 })).sentence).toMatch(/^2 dead letters .* keep /);
});

it('says which work waits, and the command that completes erasures', () => {
  const atRest = statusPage(viewOf());
  expect(atRest).not.toContain('erase --pending');
  expect(atRest).toContain('None of 36 partitions.');
  expect(statusPage(viewOf({ erasuresPending: 2 }))).toContain('2: <code>fundlens erase --pending</code>');
});

it('names for each partition in trouble the reason, the deadline and the command', () => {
  const shown = statusPage(stoppedView());
  expect(shown).toContain('http://projector-7d9f:9101/partitions/crm.events/3/retry');
  expect(shown).toContain('none: the log keeps the events');
  const access = partitionFigures({ stream: 'access', topic: 'access.events', trouble: 'held_by_dead_letter' });
  const held = statusPage(viewOf({ partitions: [access] }));
  expect(held).toContain('<b>03:27 UTC</b>: the API refuses every client');
  expect(held).toContain('fundlens dead-letters show access.events:0:81230');
});

it('repeats no lag in an outage, its ages grow, and what it repeats is dated', () => {
  const shown = statusPage(mongodbAwayView());
  expect(shown.match(/lag not known/g)).toHaveLength(3);
  expect(shown).toContain('MongoDB does not answer: none of 36 partitions goes on.');
  expect(shown).toMatch(/<b>4 min<\/b> old/);
  expect(shown).toContain('What follows is as it was at 03:08 UTC.');
  expect(shown).toContain('<title>■ stopped – Fundlens</title>');
  expect(statusPage(viewOf({}, { last: null, mongodb: kafkaAway }))).toContain('age not known');
});

it('keeps what it knew, does not ask servers that are away, and reads once for all who ask', async () => {
  let now = NOW;
  let reads = 0;
  let state = 'ok';
  const part = () => ({ state, since: NOW });
  const reading = new LastReading({
    partitionHealth: {
      report: () => ({ ok: true, degraded: false, checks: {}, parts: { mongodb: part(), kafka: part() } }),
    },
    clock: () => now,
    async read() {
      reads += 1;
      return statusOf();
    },
  });
  await Promise.all([reading.refresh(), reading.refresh()]);
  expect([reads, reading.view().last?.readAt]).toEqual([1, NOW]);
  now += 10_000;
  state = 'kafka_unavailable';
  await reading.refresh();
  expect([reads, reading.view()]).toMatchObject([1, { last: { readAt: NOW }, kafka: { code: 'kafka_unavailable' } }]);
});
