import { startProxyOf } from '@fundlens/testing/proxied-url';
import { expect, it } from 'vitest';
import { fixtureOfEachTest, until } from './testing/projector-fixture.ts';

const fixture = fixtureOfEachTest();

it('waits at the start for what is away, and says so', async () => {
  const { proxy, url } = await startProxyOf(fixture.environment.SCHEMA_REGISTRY_URL ?? '');
  proxy.cut();
  let hasStarted = false;
  const starting = fixture.start({ SCHEMA_REGISTRY_URL: url }).finally(() => {
    hasStarted = true;
  });
  await until(() => fixture.logLines.some((line) => line.includes('registry_unavailable')));
  expect(hasStarted).toBe(false);
  const lines = () => fixture.logLines.filter((line) => line.includes('"server":"The schema registry"'));
  expect(lines()).toEqual([expect.stringContaining('see SCHEMA_REGISTRY_URL.')]);
  proxy.heal();
  const projector = await starting;
  await until(async () => !(await projector.health()).degraded);
  await projector.stop();
  await proxy.stop();
});

it('says that the schema registry is away while nothing needs it, and stays ready', async () => {
  const { proxy, url } = await startProxyOf(fixture.environment.SCHEMA_REGISTRY_URL ?? '');
  const projector = await fixture.start({ SCHEMA_REGISTRY_URL: url });
  const said = async () => (await projector.health()).checks['schema registry'];
  await until(async () => (await projector.health()).ok);
  expect(await said()).toBe('ok');
  proxy.cut();
  await until(async () => (await said()) === 'registry_unavailable');
  expect(await projector.health()).toMatchObject({ ok: true, degraded: true });
  proxy.heal();
  await until(async () => (await said()) === 'ok');
  await projector.stop();
  await proxy.stop();
});
