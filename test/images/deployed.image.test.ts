import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canRender, type Manifest } from '../../infra/deploy/rendered-manifests.ts';
import { pdfLink } from '../harness/pdf-link.ts';
import { eventually } from '../harness/waiting.ts';
import { createPrometheusApi } from '../scenarios/prometheus/prometheus-api.ts';
import { ADDRESSES, type ComposeSystem, startComposeSystem } from './compose-system.ts';
import { lookInto, RESTRICTED } from './container-facts.ts';
import { type PublishedDemo, publishSmallDemo } from './demo-data.ts';
import { askOperation, servedOperations } from './every-operation.ts';
import { imagesUnderTest, recordFigures } from './images-under-test.ts';
import {
  createSecrets,
  play,
  playOnce,
  podOf,
  removePlayed,
  renderForPlay,
  untilProbesSucceed,
} from './kube-system.ts';

const images = imagesUnderTest();
const { engine } = images;
const isStandIn = Object.keys(images.serverImages).length > 0;
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

/** Every operation of the served document, and the PDF behind a link. */
async function expectWholeInterface(address: string): Promise<number> {
  const operations = await servedOperations(address);
  const link = operations.find(({ operationId }) => operationId === 'credit-reports.pdf-url');
  if (link === undefined) throw new Error('the document has no links to PDFs');
  const { pathname, search } = new URL((await pdfLink(() => askOperation(address, link, demo))).url);
  const pdf = await fetch(`${address}${pathname}${search}`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const answers = await Promise.all(
    operations.map(async (operation) => [operation.operationId, (await askOperation(address, operation, demo)).status]),
  );
  expect(answers).toEqual(operations.map(({ operationId }) => [operationId, 200]));
  return operations.length;
}

describe('the system of compose.yaml, from the images', () => {
  it('answers every operation of its document with a documented body', async () => {
    const operations = await expectWholeInterface(ADDRESSES.api);
    const { readyAfterSeconds } = compose;
    recordFigures('compose', { readyAfterSeconds, operations, events: demo.events });
    expect(operations).toBeGreaterThan(0);
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
    const prometheus = createPrometheusApi(ADDRESSES.prometheus);
    const up = () => prometheus.instant('up');
    await eventually(
      async () => (await up()).every(({ samples }) => samples[0]?.value === 1) && (await up()).length === 2,
      {
        what: 'a scrape of both services',
        deadlineMs: SCRAPED_MS,
      },
    );
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
    const began = performance.now();
    engine.run(['stop', '--time', GRACE_SECONDS, container]);
    recordFigures(`compose-stop-${service}`, { stopMs: Math.round(performance.now() - began) });
    expect(engine.run(['inspect', '--format={{.State.ExitCode}}', container])).toBe('0');
  });
});

// Docker has no `kube play`, and kubectl renders the manifests.
describe.skipIf(engine.name !== 'podman' || !canRender())('the rendered manifests, from the images', () => {
  let manifests: Manifest[];
  const named = (kind: string, name: string): Manifest => {
    const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
    if (found === undefined) throw new Error(`no ${kind} ${name}`);
    return found;
  };
  const deployment = (service: string) => named('Deployment', `fundlens-${service}`);

  beforeAll(async () => {
    removePlayed(engine);
    manifests = renderForPlay({ tag: images.tag, isStandIn });
    createSecrets(engine, isStandIn);
    for (const service of SERVICES) {
      play(engine, manifests, deployment(service));
      await untilProbesSucceed(podOf(engine, deployment(service)), deployment(service));
    }
  });

  afterAll(() => removePlayed(engine));

  it('have probes that succeed, and an API that answers every operation', async () => {
    const asked = await Promise.all(
      SERVICES.map((service) => untilProbesSucceed(podOf(engine, deployment(service)), deployment(service))),
    );
    expect(asked).toEqual(SERVICES.map(() => ['startupProbe', 'livenessProbe', 'readinessProbe']));
    await expectWholeInterface(podOf(engine, deployment('query')).addressOf('http'));
  });

  it.each(SERVICES)('restrict the %s: no root, no capability, nothing to write to, bounded memory', (service) => {
    const { container } = podOf(engine, deployment(service));
    const { processes, writes } = lookInto(engine, container);
    expect(processes).toEqual([RESTRICTED]);
    expect(Object.values(writes)).toEqual(Object.keys(writes).map(() => 'EROFS'));
    expect(Number(engine.run(['inspect', '--format={{.HostConfig.Memory}}', container]))).toBeGreaterThan(0);
  });

  it('have a job whose status finds nothing wrong', () => {
    const { status, output } = playOnce(engine, manifests, named('CronJob', 'fundlens-operator'));
    expect([status, output]).toEqual([0, expect.stringContaining('projector')]);
  });

  it.each(SERVICES)('end the %s with status 0 within its grace period', (service) => {
    const { container, gracePeriodSeconds } = podOf(engine, deployment(service));
    // As the kubelet does: the container before the pod, whose end kills every process of the shared namespace.
    engine.run(['stop', '--time', String(gracePeriodSeconds), container]);
    expect(engine.run(['inspect', '--format={{.State.ExitCode}}', container])).toBe('0');
  });
});
