import { expect, it } from 'vitest';

import { consolePage, page } from './console-page.ts';
import { html } from '@fundlens/runtime/html';
import { createLastKnown } from './last-known.ts';
import type { PartitionFigures } from '@fundlens/projection/status/status';
import {
  consoleView,
  deadLetter,
  mongodbAwayView,
  NOW,
  partitionFigures,
  rebuildRun,
  stoppedView,
} from './testing/console-views.ts';
import { verdictOf } from './verdict.ts';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

it('escapes every value of a template, once', () => {
  const made = html`<p title="${HOSTILE}">${html`<b>${'a & b'}</b>`}${[HOSTILE, 1]}${null}${false}</p>`.text;
  expect(made).not.toMatch(/<script|<img/);
  expect(made).toContain('<b>a &amp; b</b>');
  expect(made).toContain('&quot;&gt;&lt;script&gt;');
});

it('shows hostile text of dead letters, reasons, owners and buckets as text', () => {
  const hostile = deadLetter({
    ...{ _id: HOSTILE, reason: HOSTILE, field: HOSTILE, eventType: HOSTILE },
    entity: { entity: HOSTILE, scope: HOSTILE, ids: ['person-1'] },
    payload: 'Jane Doe',
  });
  const usage = {
    quotas: [{ bucket: HOSTILE, spent: 1, quota: null }],
    refusals: [{ status: 403, code: HOSTILE, credentialId: HOSTILE, count: 1, last: NOW }],
    cut: true,
  };
  const status = { deadLetters: [{ status: 'open' as const, reason: HOSTILE, count: 1 }] };
  const shown = consolePage(consoleView({ host: HOSTILE, status, figures: { deadLetters: [hostile], usage } }));
  expect(shown).not.toMatch(/<script>|<img src=x/);
  expect(shown).toContain('&lt;script&gt;');
  // Reading the port needs no token: neither ids of contacts nor payloads are there.
  expect(shown).not.toMatch(/person-1|Jane Doe/);
  expect(shown).not.toMatch(/ style=| onclick=/);
});

it('says in one sentence that nothing is wrong, or what is, for whom, since when, and what to do', () => {
  expect(verdictOf(consoleView())).toMatchObject({ level: 'ok', sentence: 'Nothing is wrong.' });
  expect(verdictOf(stoppedView())).toEqual({
    level: 'stopped',
    sentence:
      'Partition crm.events 3: stopped since 02:58 UTC (mostly_invalid). Affected: contacts, deals and pipelines; what clients read is of 02:58 UTC.',
    advice: 'Deal with the reason, then retry the partition below.',
    runbook: 'fundlenspartitionstopped',
  });
  expect(verdictOf(mongodbAwayView())).toMatchObject({
    level: 'stopped',
    sentence: expect.stringContaining('MongoDB has not answered this projector since 03:08 UTC (mongodb_unavailable)'),
  });
  const kafka = { code: 'kafka_unavailable', since: NOW - 60_000 };
  expect(verdictOf(consoleView({ kafka })).sentence).toContain('no revocation reaches them');
  expect(verdictOf(consoleView({ status: { blocking: 2 } })).sentence).toMatch(/^2 dead letters .* keep /);
  const refused = rebuildRun({ phase: 'refused' });
  const rebuild = { status: { rebuild: refused }, figures: { rebuild: refused } };
  expect(verdictOf(consoleView(rebuild))).toMatchObject({ level: 'degraded', runbook: 'a-rebuild-does-not-end' });
});

it('leads to the runbook of the cause', () => {
  const owned = partitionFigures().projector ?? ({} as never);
  const of = (changes: Partial<PartitionFigures>) =>
    verdictOf(consoleView({ status: { partitions: [partitionFigures(changes)] } })).runbook;
  const waitingFor = (reason: string) => of({ trouble: 'paused', projector: { ...owned, status: 'paused', reason } });
  const away = { code: 'kafka_unavailable', since: NOW - 60_000 };
  expect([
    verdictOf(mongodbAwayView()).runbook,
    verdictOf(consoleView({ kafka: away })).runbook,
    ...['registry_unavailable', 'registry_emptied', 'access_event_unreadable'].map(waitingFor),
    of({ trouble: 'no_projector' }),
  ]).toEqual([
    ...['fundlensserveraway', 'fundlensserveraway', 'fundlensserveraway', 'fundlensserveraway'],
    ...['fundlenspartitionstopped', 'fundlenspartitionstopped'],
  ]);
});

it('says of no partition that it is well while Kafka is away, and which schema an event waits for', () => {
  const kafka = { code: 'kafka_unavailable', since: NOW - 5_000 };
  const shown = consolePage(consoleView({ kafka }));
  expect(shown).not.toMatch(/is in trouble|without trouble/);
  expect(shown).toContain('Kafka does not answer: none of 36 partitions goes on.');
  const letter = deadLetter({ reason: 'unknown_schema_id', schemaId: 4_711 });
  const status = { deadLetters: [{ status: 'open' as const, reason: 'unknown_schema_id', count: 1 }] };
  expect(consolePage(consoleView({ status, figures: { deadLetters: [letter] } }))).toContain('schema 4711');
});

it('repeats no lag in an outage, and its ages grow', () => {
  const shown = consolePage(mongodbAwayView());
  expect(shown.match(/lag not known/g)).toHaveLength(3);
  expect(shown).toMatch(/<b>4 min<\/b> old/);
  expect(shown).toContain('<title>■ stopped – Fundlens</title>');
  const empty = consoleView({
    known: { value: null, readAt: null, trouble: { code: 'mongodb_unavailable', since: NOW } },
  });
  expect(consolePage(empty)).toContain('age not known');
});

it('offers an action only with a token, and on the process that can do it', () => {
  expect(consolePage(stoppedView())).toContain('/console/set-aside?topic=crm.events&amp;partition=3');
  expect(consolePage({ ...stoppedView(), writes: false })).not.toContain('/console/set-aside');
  expect(consolePage({ ...stoppedView(), own: [] })).toContain("on its owner's console");
});

it('a page without live sections has no script', () => {
  const parts = { title: 't', icon: 'ok', live: false, head: html``, body: html`` } as const;
  expect(page(parts)).not.toContain('<script');
});

it('keeps what it knew, says since when it does not know more, and reads once for all who ask', async () => {
  let now = 1_000;
  let reads = 0;
  let fails = false;
  const known = createLastKnown({
    ...{ clock: () => now, limitMs: 1_000, validMs: 100 },
    async read() {
      reads += 1;
      if (fails) throw new Error('away');
      return reads;
    },
  });
  await Promise.all([known.refresh(), known.refresh()]);
  expect([reads, known.current()]).toEqual([1, { value: 1, readAt: 1_000, trouble: null }]);
  fails = true;
  for (now of [2_000, 3_000]) await known.refresh();
  expect(known.current()).toMatchObject({ value: 1, readAt: 1_000, trouble: { since: 2_000 } });
});
