import * as build from '@fundlens/testing/event-builders';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ProjectorFixture, projectorFixture } from '../testing/projector-fixture.ts';

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

it('explains on the console of a running projector, without a token, without contents, and leaves no group behind', async () => {
  const projector = await fixture.start();
  await fixture.publish([build.contactChanged({ firstName: 'Planted', companyName: 'SSN 517-46-9283' })]);
  await fixture.publish([build.contactChanged({ meta: { version: 2 }, firstName: 'Planted' })]);
  await fixture.caughtUp();
  const ask = async (what: string) => {
    const address = `http://127.0.0.1:${projector.adminPort()}/console/explain?since=1h&what=${encodeURIComponent(what)}`;
    const response = await fetch(address);
    return {
      status: response.status,
      policy: response.headers.get('content-security-policy'),
      text: await response.text(),
    };
  };
  const found = await ask('/contacts/contact-1?locationId=loc-1');
  expect([found.status, found.policy]).toEqual([200, expect.stringContaining("default-src 'none'")]);
  expect(found.text).toContain('Applied: the last record is what is shown.');
  expect(found.text).toContain('applied, and since outranked by version 0/2 at');
  expect(found.text).not.toMatch(/Planted|517.?46.?9283/);
  const never = await ask('contact:loc-1:nobody');
  expect([never.status, never.text]).toEqual([200, expect.stringContaining('Never seen')]);
  expect((await ask('nothing')).status).toBe(400);
  const { groups } = await fixture.admin.listGroups();
  expect(groups.filter(({ groupId }) => groupId.startsWith('fundlens-projector'))).toEqual([]);
  expect((await projector.health()).ok).toBe(true);
});
