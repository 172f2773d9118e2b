import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, request, target } from '../harness/api-client.ts';
import { eventually } from '../harness/waiting.ts';
import { askPrometheus } from '../scenarios/prometheus/prometheus-api.ts';
import { ADDRESSES, type ComposeSystem, startComposeSystem } from './compose-system.ts';
import { lookInto, RESTRICTED } from './container-facts.ts';
import { type PublishedDemo, publishSmallDemo } from './demo-data.ts';
import { imagesUnderTest } from './images-under-test.ts';

const images = imagesUnderTest();
const { engine } = images;
const SERVICES = ['projector', 'query'] as const;
const GRACE_SECONDS = '60';
/** compose.yaml's Prometheus scrapes every 15 s. */
const SCRAPED_MS = 60_000;

let compose: ComposeSystem;
let demo: PublishedDemo;

beforeAll(async () => {
  compose = await startComposeSystem(images);
  demo = await publishSmallDemo();
});

afterAll(() => compose?.remove());

it('answers a list and a report, and opens the link to its PDF', async () => {
  const { token, locationId, requestId } = demo;
  const ask = (path: string, parameters: Readonly<Record<string, string>>) =>
    dataOf<{ url?: string }>(request(`${ADDRESSES.api}/api/v1`, { target: target(path, parameters), token }));
  expect(await ask('/contacts', { locationId })).toMatchObject({ contacts: expect.anything() });
  expect(await ask('/credit-reports', { locationId, requestId })).toMatchObject({ requestId });
  const { url = '' } = await ask('/credit-reports/pdf-url', { locationId, requestId });
  const { pathname, search } = new URL(url);
  const pdf = await fetch(`${ADDRESSES.api}${pathname}${search}`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

it.each(SERVICES)('restricts the %s as it says: no root, no capability, nothing to write to', (service) => {
  const { processes, writes } = lookInto(engine, compose.containerOf(service));
  expect(processes).toEqual([RESTRICTED]);
  expect(Object.values(writes)).toEqual(Object.keys(writes).map(() => 'EROFS'));
});

it.each(SERVICES)('has a health check in the image of the %s that says healthy', (service) => {
  expect(engine.succeeds(['healthcheck', 'run', compose.containerOf(service)])).toBe(true);
});

it('has a Prometheus that finds both services and evaluates every rule', async () => {
  const up = () => askPrometheus(ADDRESSES.prometheus, 'up');
  await eventually(async () => (await up()).every(({ value }) => value === 1) && (await up()).length === 2, {
    what: 'a scrape of both services',
    deadlineMs: SCRAPED_MS,
  });
  expect((await up()).map(({ labels }) => labels.job).toSorted()).toEqual(['fundlens-projector', 'fundlens-query']);
  const response = await fetch(`${ADDRESSES.prometheus}/api/v1/rules`);
  const { data } = (await response.json()) as {
    data: { groups: { rules: { name: string; lastError?: string }[] }[] };
  };
  const rules = data.groups.flatMap(({ rules: ofGroup }) => ofGroup);
  expect(rules.filter(({ lastError }) => lastError)).toEqual([]);
  expect(rules.length).toBeGreaterThan(0);
});

it('has an operator whose status finds nothing wrong', async () => {
  expect(await compose.operator('status')).toContain('projector');
});

it.each(SERVICES)('ends the %s with status 0 when it is told to', (service) => {
  const container = compose.containerOf(service);
  engine.run(['stop', '--time', GRACE_SECONDS, container]);
  expect(engine.run(['inspect', '--format={{.State.ExitCode}}', container])).toBe('0');
});
