import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { validEvent } from '@fundlens/contracts/validation';
import { RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EntityReading } from '../crm-reader.ts';
import { statementOf } from '../mapping/entity-mapping.ts';
import { createDigests } from '../marks/digests.ts';
import { ABSENCE_AGAIN_MS } from '../marks/mark.ts';
import { createMarkReading } from '../marks/mark-reading.ts';
import { createMemoryMarks } from '../marks/testing/memory-marks.ts';
import { webhookFixture } from '../webhooks/testing/fixtures.ts';
import { createDeliveryHandler, type HandleDelivery, MAX_BODY_AGE_MS } from './delivery-handler.ts';
import { createSignatureVerifier } from './signature.ts';
import { currentSignature, TEST_KEY } from './testing/signing-keys.ts';

const LOCATION = 've9Harbor8vShlRW1KTa';
const COMPANY = 'HFCDi8wZLm6PUzvYcWAq';
const TEST_NOW = Date.parse('2026-03-02T09:15:00Z');

const now = { ms: TEST_NOW };
const api: { reading: EntityReading } = { reading: 'no_access' };
let marks: ReturnType<typeof createMemoryMarks>;
let failure: Error | null;
let log: Publishable[];
let errors: unknown[];
let handle: HandleDelivery;

function handlerWith(options: { publishAccess: boolean }): HandleDelivery {
  return createDeliveryHandler({
    ...options,
    verify: createSignatureVerifier([TEST_KEY]),
    clock: () => now.ms,
    marks: {
      ...marks,
      async mark(ref, mark) {
        if (failure !== null) throw failure;
        await marks.mark(ref, mark);
      },
    },
    onMarked: () => undefined,
    onError: (error) => errors.push(error),
  });
}

beforeEach(() => {
  now.ms = TEST_NOW;
  api.reading = 'no_access';
  marks = createMemoryMarks();
  failure = null;
  log = [];
  errors = [];
  handle = handlerWith({ publishAccess: true });
});

function post(body: object | string) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return handle(bytes, { 'x-ghl-signature': currentSignature(bytes) });
}

const delivery = (name: string, changed: object = {}) => ({
  ...webhookFixture(name),
  timestamp: new Date(now.ms).toISOString(),
  ...changed,
});

const marked = async () => (await marks.due(now.ms, { first: 'oldest', without: [], limit: 10 })).map(({ ref }) => ref);

/** Reads what is marked. */
async function read(): Promise<void> {
  const readMark = createMarkReading({
    ...{ marks, clock: () => now.ms, epoch: 0 },
    reader: { readEntity: async () => api.reading },
    async publish(events) {
      for (const { type, event } of events) validEvent(type, event);
      log.push(...events);
    },
    digests: createDigests('a secret of the tests, 32 characters'),
    logger: createLogger({ service: 'test', level: 'silent', sanitize: (line) => line }),
    mapEntity: async (ref, source, occurredAt) => statementOf(ref, source, { occurredAt, onCut: () => undefined }),
  });
  for (const mark of await marks.due(now.ms, { first: 'oldest', without: [], limit: 10 })) await readMark(mark);
}

describe('the answer to a delivery', () => {
  it('is 200 once the entity is marked', async () => {
    expect(await post(delivery('ContactDndUpdate'))).toEqual({ status: 200, code: 'marked', type: 'ContactDndUpdate' });
    expect(await marked()).toEqual([
      { kind: 'contact', locationId: LOCATION, id: webhookFixture('ContactDndUpdate').id },
    ]);
  });

  it('is 401 without a valid signature, whatever the body is', async () => {
    const body = Buffer.from(JSON.stringify(delivery('ContactDndUpdate')));
    expect(await handle(body, {})).toMatchObject({ status: 401, code: 'signature_missing' });
    expect(await handle(body, { 'x-ghl-signature': currentSignature(Buffer.from('other')) })).toMatchObject({
      status: 401,
      code: 'signature_wrong',
    });
    expect(await marked()).toEqual([]);
  });

  it.each([
    ['no json', 'body_not_json'],
    ['[]', 'body_not_object'],
    ['{"id":"c-1"}', 'type_missing'],
    ['{"type":"ContactUpdate","locationId":"loc-1"}', 'id_invalid'],
    ['{"type":"ContactUpdate","locationId":"loc-1","id":"a b"}', 'id_invalid'],
    ['{"type":"ContactUpdate","locationId":7,"id":"c-1"}', 'id_invalid'],
    ['{"type":"INSTALL","locationId":"loc-1"}', 'company_missing'],
  ])('is 400 for %s, which will never be valid', async (body, code) => {
    expect(await post(body)).toMatchObject({ status: 400, code });
  });

  it('is 200 and counted as other for a type that the adapter does not take', async () => {
    expect(await post({ type: 'InvoicePaid', id: 'i-1' })).toEqual({ status: 200, code: 'ignored', type: 'other' });
    expect(await post({ type: 'toString', id: 'i-1' })).toEqual({ status: 200, code: 'ignored', type: 'other' });
  });

  it('is 429 for a bug, which is told', async () => {
    failure = new TypeError('a bug');
    expect(await post(delivery('ContactDndUpdate'))).toMatchObject({ status: 429, code: 'unexpected_TypeError' });
    expect(errors).toHaveLength(1);
  });
});

describe('the time window', () => {
  it.each([
    [0, 200],
    [-MAX_BODY_AGE_MS, 200],
    [-MAX_BODY_AGE_MS - 1, 400],
    [5 * 60_000, 200],
    // Our clock may be behind: a later attempt tells.
    [5 * 60_000 + 1, 429],
  ])('answers a timestamp %d ms from now with %d', async (offset, status) => {
    const timestamp = new Date(TEST_NOW + offset).toISOString();
    expect(await post(delivery('ContactDndUpdate', { timestamp }))).toMatchObject({ status });
  });

  it('is not applied to a body without timestamp, which has an entity read and says nothing else', async () => {
    expect(await post(delivery('ContactDndUpdate', { timestamp: undefined }))).toMatchObject({ status: 200 });
    expect(await post(delivery('INSTALL', { timestamp: undefined }))).toMatchObject({ status: 200 });
    await read();
    expect(log).toEqual([]);
  });
});

describe('the app itself', () => {
  const installations = () => log.flatMap(({ type, event }) => (type === 'InstallationChanged' ? event : []));
  /** Each webhook is posted ten minutes after the one before, and what it marks is read. @returns what is published then */
  async function after(...told: readonly (string | readonly [name: string, changed: object])[]) {
    for (const each of told) {
      const [name, changed = {}] = typeof each === 'string' ? [each] : each;
      expect(await post(delivery(name, changed))).toMatchObject({ status: 200 });
      await read();
      now.ms += 600_000;
    }
    return installations();
  }
  const NEW_OWNER = { companyId: 'new-owner' };

  it('is installed once, however often that is told', async () => {
    const installed = { companyId: COMPANY, state: 'installed', installedAt: TEST_NOW };
    expect(await after('INSTALL', 'INSTALL')).toMatchObject([installed]);
  });

  it('is known to sweeps when the process ended within an INSTALL, which HighLevel does not repeat', async () => {
    const { mark } = marks;
    const markOnce: typeof mark = async (...first) => {
      await mark(...first);
      failure = new RetryableError('ended', 'The process has ended.');
    };
    marks = { ...marks, mark: markOnce };
    await post(delivery('INSTALL'));
    expect((await marks.locations()).map(({ ref }) => ref.locationId)).toEqual([LOCATION]);
  });

  it('is uninstalled from a location although the webhook names no company', async () => {
    expect(await after('UNINSTALL')).toEqual([]);
    expect((await after('INSTALL', 'UNINSTALL')).at(-1)).toMatchObject({
      ...{ companyId: COMPANY, state: 'uninstalled', installedAt: TEST_NOW + 600_000 },
      meta: { locationId: LOCATION },
    });
  });

  it('stays uninstalled when the INSTALL from before comes late, or once more', async () => {
    const { timestamp } = delivery('INSTALL');
    expect((await after('INSTALL', 'UNINSTALL', ['INSTALL', { timestamp }])).at(-1)).toMatchObject({
      state: 'uninstalled',
    });
  });

  it('ends also when it was told before the installation was published', async () => {
    await post(delivery('INSTALL'));
    now.ms += 1_000;
    expect(await after('UNINSTALL')).toMatchObject([{ companyId: COMPANY, state: 'uninstalled' }]);
  });

  it('stays installed for the new owner when the old one uninstalls after a transfer', async () => {
    const transferred = (await after('INSTALL', ['INSTALL', NEW_OWNER])).slice(1);
    expect(transferred).toContainEqual(expect.objectContaining({ companyId: COMPANY, state: 'transferred_out' }));
    api.reading = { isInstalled: true };
    // HighLevel's names no company, and may come twice.
    const { timestamp } = delivery('UNINSTALL');
    const told = await after('UNINSTALL', ['UNINSTALL', { timestamp }]);
    expect(told).not.toContainEqual(expect.objectContaining({ ...NEW_OWNER, state: 'uninstalled' }));
    api.reading = 'absent';
    expect((await after('UNINSTALL')).at(-1)).toMatchObject({ ...NEW_OWNER, state: 'uninstalled' });
  });

  it('ends for the newer of two owners although HighLevel still shows it when an UNINSTALL comes', async () => {
    await after('INSTALL', ['INSTALL', NEW_OWNER]);
    api.reading = { isInstalled: true };
    await post(delivery('UNINSTALL'));
    await read();
    api.reading = 'absent';
    now.ms += ABSENCE_AGAIN_MS;
    await read();
    expect(installations().at(-1)).toMatchObject({ ...NEW_OWNER, state: 'uninstalled' });
  });

  it('stays installed again for an owner that had it before, when the one between uninstalls', async () => {
    await after('INSTALL', ['INSTALL', NEW_OWNER]);
    await post(delivery('INSTALL'));
    now.ms += 1_000;
    api.reading = { isInstalled: true };
    const told = await after('UNINSTALL');
    expect(told.findLast(({ companyId }) => companyId === COMPANY)).toMatchObject({ state: 'installed' });
  });

  it('stays installed where a sweep found it, when an UNINSTALL from before comes late', async () => {
    const { timestamp } = delivery('UNINSTALL');
    now.ms += 3_600_000;
    const ref = { kind: 'installation', locationId: LOCATION, id: COMPANY } as const;
    await marks.mark(ref, { at: now.ms, urgent: false });
    api.reading = { installedAt: new Date(now.ms).toISOString() };
    await read();
    expect((await after(['UNINSTALL', { timestamp }])).at(-1)).toMatchObject({ state: 'installed' });
  });

  it.each(['INSTALL', 'LocationUpdate'])(
    'stays with its owner when a copy of an earlier %s without timestamp comes',
    async (name) => {
      await after(['INSTALL', NEW_OWNER]);
      api.reading = { isInstalled: true };
      const told = await after([name, { timestamp: undefined }]);
      expect(told).not.toContainEqual(expect.objectContaining({ state: 'transferred_out' }));
    },
  );

  it('ends for the old owner when a location names another company', async () => {
    const moved = { companyId: COMPANY, state: 'transferred_out' };
    expect((await after('INSTALL', ['LocationUpdate', NEW_OWNER])).at(-1)).toMatchObject(moved);
  });

  it('of a company as a whole is uninstalled as such', async () => {
    await after('INSTALL.company', 'UNINSTALL.company');
    expect(log.map(({ event }) => event)).toMatchObject([
      { companyId: COMPANY, name: 'Harbor Agency', state: 'active' },
      { companyId: COMPANY, state: 'uninstalled' },
    ]);
  });

  it('publishes no access where another system does', async () => {
    handle = handlerWith({ publishAccess: false });
    await after('INSTALL');
    expect(log).toEqual([]);
  });
});
