import { RetryableError } from '@fundlens/runtime/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestPublisher, TEST_NOW, TEST_TOLERANCE_MS } from '../versioning/testing/recording-log.ts';
import { webhookFixture } from '../webhooks/testing/fixtures.ts';
import { createDeliveryHandler, type HandleDelivery } from './delivery-handler.ts';
import { MAX_BODY_AGE_MS } from './replay-window.ts';
import { createSignatureVerifier } from './signature.ts';
import { currentSignature, TEST_KEY } from './testing/signing-keys.ts';

const LOCATION = 've9Harbor8vShlRW1KTa';
const COMPANY = 'HFCDi8wZLm6PUzvYcWAq';

let parts: ReturnType<typeof createTestPublisher>;
let known: Set<string>;
let errors: unknown[];
let handle: HandleDelivery;

function handlerWith(options: { requireTimestamp?: boolean; publishAccess?: boolean } = {}): HandleDelivery {
  return createDeliveryHandler({
    ...parts,
    ...{ requireTimestamp: false, publishAccess: true, ...options },
    verify: createSignatureVerifier([TEST_KEY]),
    clock: () => parts.now.ms,
    ids: { has: async (id) => known.has(id), add: async (id) => void known.add(id) },
    context: { toleranceMs: TEST_TOLERANCE_MS, onCut: () => undefined },
    onError: (error) => errors.push(error),
  });
}

beforeEach(() => {
  parts = createTestPublisher();
  known = new Set();
  errors = [];
  handle = handlerWith();
});

function post(body: object | string, by: HandleDelivery = handle) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return by(bytes, { 'x-ghl-signature': currentSignature(bytes) });
}

const delivery = (name: string, changed: object = {}) => ({
  ...webhookFixture(name),
  timestamp: new Date(parts.now.ms).toISOString(),
  webhookId: `${name}-${parts.now.ms}-${JSON.stringify(changed)}`,
  ...changed,
});

describe('the answer to a delivery', () => {
  it('is 200 once its event is in the log', async () => {
    expect(await post(delivery('ContactCreate'))).toEqual({ status: 200, code: 'published', type: 'ContactCreate' });
    expect(parts.log.map(({ type }) => type)).toEqual(['ContactChanged']);
  });

  it('is 200 for the second webhook of one change, without another event', async () => {
    await post(delivery('ContactCreate'));
    expect(await post(delivery('ContactUpdate'))).toMatchObject({ status: 200, code: 'unchanged' });
    expect(parts.log).toHaveLength(1);
  });

  it('is 200 for a repeated webhookId, without looking at anything else', async () => {
    await post(delivery('ContactCreate', { webhookId: 'w-1' }));
    expect(await post(delivery('ContactUpdate', { webhookId: 'w-1', firstName: 'Other' }))).toMatchObject({
      status: 200,
      code: 'repeated',
    });
    expect(parts.log).toHaveLength(1);
  });

  it('is 401 without a valid signature, whatever the body is', async () => {
    const body = Buffer.from(JSON.stringify(delivery('ContactCreate')));
    expect(await handle(body, {})).toMatchObject({ status: 401, code: 'signature_missing' });
    expect(await handle(body, { 'x-ghl-signature': currentSignature(Buffer.from('other')) })).toMatchObject({
      status: 401,
      code: 'signature_wrong',
    });
    expect(parts.log).toEqual([]);
  });

  it.each([
    ['no json', 'body_not_json'],
    ['[]', 'body_not_object'],
    ['{"id":"c-1"}', 'type_missing'],
    ['{"webhookId":"w-1","type":"ContactUpdate","locationId":"loc-1"}', 'id_invalid'],
    ['{"webhookId":"w-1","type":"ContactUpdate","locationId":"loc-1","id":"a b"}', 'id_invalid'],
    ['{"webhookId":"w-1","type":"ContactUpdate","locationId":7,"id":"c-1"}', 'id_invalid'],
    ['{"webhookId":"w-1","type":"INSTALL","locationId":"loc-1"}', 'company_missing'],
  ])('is 400 for %s, which will never be valid', async (body, code) => {
    expect(await post(body)).toMatchObject({ status: 400, code });
  });

  it('is 200 and counted as other for a type that the adapter does not take', async () => {
    expect(await post({ type: 'InvoicePaid', id: 'i-1' })).toEqual({ status: 200, code: 'ignored', type: 'other' });
    expect(await post({ type: 'toString', id: 'i-1' })).toEqual({ status: 200, code: 'ignored', type: 'other' });
  });

  it('is 429 while Kafka is away, and 200 when the same bytes come again an hour later', async () => {
    const body = delivery('OpportunityCreate');
    parts.broker.failure = new RetryableError('kafka_unavailable', 'Kafka is away.');
    expect(await post(body)).toMatchObject({ status: 429, code: 'kafka_unavailable' });
    parts.broker.failure = null;
    parts.now.ms += 70 * 60_000;
    expect(await post(body)).toMatchObject({ status: 200, code: 'published' });
    expect(parts.log).toHaveLength(1);
  });

  it('is 429 for a bug too, which is told', async () => {
    parts.broker.failure = new TypeError('a bug');
    expect(await post(delivery('ContactCreate'))).toMatchObject({ status: 429, code: 'unexpected_TypeError' });
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
    expect(await post(delivery('ContactCreate', { timestamp }))).toMatchObject({ status });
  });

  it('is not applied to a body without timestamp, unless an option asks for one', async () => {
    const body = delivery('ContactCreate', { timestamp: undefined });
    expect(await post(body, handlerWith({ requireTimestamp: true }))).toMatchObject({ code: 'timestamp_missing' });
    expect(await post(body)).toMatchObject({ status: 200 });
  });

  it.each([{}, { timestamp: 'yesterday', webhookId: '' }, { webhookId: 'w'.repeat(201) }])(
    'refuses a body that has neither timestamp nor webhookId, because it could be sent again for ever: %j',
    async (given) => {
      const body = delivery('ContactCreate', { timestamp: undefined, webhookId: undefined, ...given });
      expect(await post(body)).toMatchObject({ status: 400, code: 'timestamp_and_id_missing', type: 'ContactCreate' });
      expect(parts.log).toEqual([]);
    },
  );
});

describe('the app itself', () => {
  const installations = () => parts.log.filter(({ type }) => type === 'InstallationChanged').map(({ event }) => event);

  it('is installed once, however often that is told', async () => {
    await post(delivery('INSTALL'));
    parts.now.ms += 300_000;
    await post(delivery('INSTALL'));
    expect(installations()).toMatchObject([{ companyId: COMPANY, state: 'installed', installedAt: TEST_NOW }]);
  });

  it('is uninstalled from a location although the webhook names no company', async () => {
    await post(delivery('INSTALL'));
    parts.now.ms += 300_000;
    expect(await post(delivery('UNINSTALL'))).toMatchObject({ status: 200 });
    expect(installations().at(-1)).toMatchObject({
      ...{ companyId: COMPANY, state: 'uninstalled', installedAt: TEST_NOW },
      meta: { locationId: LOCATION },
    });
  });

  it('stays installed for the new owner when the old one uninstalls after a transfer', async () => {
    await post(delivery('INSTALL'));
    parts.now.ms += 600_000;
    parts.api.reading = { outcome: 'absent' };
    await post(delivery('INSTALL', { companyId: 'new-owner' }));
    expect(installations().at(-1)).toMatchObject({ companyId: COMPANY, state: 'uninstalled' });
    parts.api.reading = { outcome: 'found', entity: { isInstalled: true } };
    parts.now.ms += 600_000;
    expect(await post(delivery('UNINSTALL'))).toMatchObject({ status: 200, code: 'read' });
    expect(installations().at(-1)).toMatchObject({ companyId: COMPANY, state: 'uninstalled' });
  });

  it('ends for the old owner when a location names another company', async () => {
    await post(delivery('INSTALL'));
    parts.now.ms += 600_000;
    await post(delivery('LocationUpdate', { companyId: 'new-owner' }));
    expect(installations().at(-1)).toMatchObject({ companyId: COMPANY, state: 'transferred_out' });
  });

  it('of a company as a whole is uninstalled as such', async () => {
    await post(delivery('INSTALL.company'));
    parts.now.ms += 300_000;
    await post(delivery('UNINSTALL.company'));
    expect(parts.log.map(({ event }) => event)).toMatchObject([
      { companyId: COMPANY, name: 'Harbor Agency', state: 'active' },
      { companyId: COMPANY, state: 'uninstalled' },
    ]);
  });

  it('publishes no access where another system does', async () => {
    expect(await post(delivery('INSTALL'), handlerWith({ publishAccess: false }))).toMatchObject({ status: 200 });
    expect(parts.log).toEqual([]);
  });
});
