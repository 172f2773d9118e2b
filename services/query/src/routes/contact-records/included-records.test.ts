import { expect, it } from 'vitest';
import { entryJson, include, withIncluded } from './included-records.ts';

const body = Buffer.from('{"contactId":"c1","amount":1.10}');
const entry = { id: 'l1:c1', body, included: [] };
const shown = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

it('leaves an entry as it is where nothing is included', () => {
  const page = { entries: [entry], next: 'after' };
  expect(entryJson(entry)).toBe(body);
  expect(withIncluded(page)).toBe(page);
});

it('puts the bytes of views into a member of their own', () => {
  const included = [
    { name: 'creditSummary', body: Buffer.from('{"score": 7.0e2}') },
    { name: 'nextSteps', body: Buffer.from('{}') },
  ];
  const { entries, next } = withIncluded({ entries: [{ ...entry, included }], next: null });
  expect(next).toBeNull();
  expect(entries.map((one) => shown(one.body))).toEqual([
    '{"contactId":"c1","amount":1.10,"included":{"creditSummary":{"score": 7.0e2},"nextSteps":{}}}',
  ]);
});

it('puts the empty data of its route in place of a view that shows nothing, of an application null', () => {
  const names = ['creditSummary', 'underwritingResults', 'fundingPlans', 'nextSteps', 'application'];
  const included = names.map((name) => ({ name, body: null }));
  expect(JSON.parse(shown(entryJson({ ...entry, included })))).toEqual({
    contactId: 'c1',
    amount: 1.1,
    included: {
      creditSummary: { contactId: 'c1', requestId: null, pulledAt: null, scores: [], reports: [] },
      underwritingResults: { contactId: 'c1', results: [] },
      fundingPlans: { contactId: 'c1', fundingPlans: [] },
      nextSteps: { contactId: 'c1', nextSteps: [] },
      application: null,
    },
  });
});

it('does not read the view that an entry is a second time', () => {
  const all = 'application,nextSteps,fundingPlans,underwritingResults,creditSummary';
  const others = ['creditSummary', 'underwritingResults', 'fundingPlans', 'nextSteps'];
  expect(include('contact').parse(all)).toEqual([...others, 'application']);
  expect(include('application').parse(all)).toEqual(others);
  expect(include('application').parse('application')).toEqual([]);
  expect(include('application').parse(undefined)).toBeUndefined();
});
