import type { Explanation } from '@fundlens/projection/explain/explanation';
import { RetryableError } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import { createConsoleExplain } from './console-explain.ts';
import { explanationPage } from './explain-page.ts';
import { explainRoute } from './explain-routes.ts';
import { explainedRecord, explanation } from './testing/explanations.ts';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
const SSN = '517-46-9283';

function answerTo(search: string, explain = createConsoleExplain(opened())) {
  const { run } = explainRoute(explain, (status, body) => ({ status, body }));
  const query = new URLSearchParams(search);
  return run({ named: {}, query, form: new URLSearchParams(), operator: null });
}

function opened(explain: () => Promise<Explanation> = async () => explanation(), close = async () => {}) {
  return { clock: () => 1_000_000_000, open: () => ({ explain, close }) };
}

it('shows the sentence, records, documents, routes, what was searched, and what is not known', async () => {
  const { status, body } = await answerTo('what=contact:loc-1:c-1&since=24h');
  expect([status, body]).toMatchObject([
    200,
    expect.stringContaining('changed nothing: duplicate of crm.changes.v1:3:81200'),
  ]);
  for (const part of [
    'crm.changes.v1:3:81207',
    '0/4',
    'not recorded; after the append',
    '/api/v1/contacts/c-1?locationId=loc-1',
    'crm.changes.v1:3 from 81212 back to 81200',
    'The limit of time ended',
    '<option value="24h" selected>',
  ]) {
    expect(body).toContain(part);
  }
});

it('escapes everything, and has nothing inline', () => {
  const record = explainedRecord({ key: HOSTILE, eventId: HOSTILE, topic: HOSTILE });
  const shown = explanationPage(explanation({ records: [record], notes: [HOSTILE] }), {
    what: HOSTILE,
    since: HOSTILE,
  });
  expect(shown).not.toMatch(/<script|<img src=x| style=| onclick=/);
  expect(shown).toContain('&lt;script&gt;');
});

it('lets no number through, wherever it stood, and repeats no question that it refuses', async () => {
  const explain = async () =>
    explanation({ notes: [`ssn ${SSN}`], records: [explainedRecord({ key: `contact:loc-1:${SSN}` })] });
  const { body } = await answerTo('what=contact:loc-1:c-1', createConsoleExplain(opened(explain)));
  expect(body).not.toContain(SSN);
  for (const what of [`contact:loc-1:${SSN}`, 'Jane Doe', 'x'.repeat(2_000)]) {
    const refused = await answerTo(`what=${what}`);
    expect(refused.status).toBe(400);
    expect(refused.body).not.toContain(what);
  }
  expect((await answerTo('what=contact:loc-1:c-1&since=9y')).status).toBe(400);
  expect((await answerTo('')).status).toBe(200);
});

it('explains one thing at a time, closes its reader, and says what is away', async () => {
  const { promise, resolve } = Promise.withResolvers<Explanation>();
  let closed = 0;
  const close = async () => {
    closed += 1;
  };
  const explain = createConsoleExplain(opened(() => promise, close));
  const first = answerTo('what=contact:loc-1:c-1', explain);
  const second = await answerTo('what=contact:loc-1:c-1', explain);
  expect(second).toMatchObject({ status: 503, body: expect.stringContaining('something else') });
  resolve(explanation());
  expect([(await first).status, closed]).toEqual([200, 1]);
  const away = () => Promise.reject(new RetryableError('kafka_unavailable', 'Away.'));
  const failing = createConsoleExplain(opened(away, close));
  for (const times of [2, 3]) {
    const { status, body } = await answerTo('what=contact:loc-1:c-1', failing);
    expect([status, body, closed]).toEqual([503, expect.stringContaining('kafka_unavailable'), times]);
  }
});
