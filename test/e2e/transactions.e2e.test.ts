import { setTimeout as delay } from 'node:timers/promises';
import type { DataOf } from '@fundlens/client/api-shapes';
import { type Codec, createCodec } from '@fundlens/contracts/codec';
import { type Position, positionText } from '@fundlens/contracts/positions';
import type { Publishable } from '@fundlens/contracts/publisher';
import { operate } from '@fundlens/operator/testing/operator-fixture';
import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { contactChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import type { Producer } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import { createRandom } from '../simulation/random.ts';

const COMPANY = 'company-transactions';
const LOCATION = 'location-transactions';
const key = issueCredential({ credentialId: 'follower', companyId: COMPANY, locationId: LOCATION });

/** Publishers at once that use transactions, for how long they publish, and for how long each transaction is open. */
const PRODUCERS = 4;
const PUBLISHING_MS = 8_000;
const [OPEN_MS_LEAST, OPEN_MS_MOST] = [0, 3_000];
const PAUSE_MS = 25;
const CONTACTS = 40;
const FOLLOWERS = 2;
const SEED = 20_261_124;

let system: TestSystem;
let query: QueryService;
let codec: Codec;
let operatorEnvironment: Record<string, string>;
const open: Producer[] = [];

beforeAll(async () => {
  system = await createTestSystem({ name: 'transactions', stack: inject('stack'), partitions: 2 });
  operatorEnvironment = {
    KAFKA_BROKERS: system.stack.kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: system.stack.schemaRegistryUrl,
    MONGODB_URL: system.stack.mongodbUrl,
    MONGODB_DATABASE: system.database,
    MONGODB_STAND_IN_INDEXES: String(system.stack.mongodbStandIn),
    TOPIC_PREFIX: system.topicPrefix,
    LOG_LEVEL: 'silent',
  };
  codec = createCodec({ registry: system.registry, topics: system.topics, clock: Date.now });
  await system.startProjector();
  query = await system.startQuery();
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), key.event]);
  await system.applied.all();
});
afterAll(async () => {
  await Promise.all(open.map((producer) => producer.disconnect()));
  await system?.stop();
});

const named = (contactId: string, version: number, lastName = `Version-${version}`) =>
  contactChanged({ meta: { locationId: LOCATION, version }, contactId, lastName });

async function transactionalProducer(id: string): Promise<Producer> {
  const producer = system.kafka.producer({
    transactionalId: `${id}-${system.database}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  open.push(producer);
  return producer;
}

/** What a publisher in any language would send of the event. */
async function encoded({ type, event }: Publishable) {
  const { topic, key: recordKey, value } = await codec.encode(type, event as never);
  return { topic, message: { key: recordKey, value } };
}

/** Sends in a transaction that stays open until one of the two is called. */
async function begin(producer: Producer, events: readonly Publishable[]) {
  const transaction = await producer.transaction();
  for (const event of events) {
    const { topic, message } = await encoded(event);
    await transaction.send({ topic, messages: [message] });
  }
  return transaction;
}

const get = (target: string, headers: Record<string, string> = {}, { token } = key) =>
  query.get({ target, token, headers });
const dataIn = <T>({ body }: ApiAnswer) => (JSON.parse(body) as { data: T }).data;
const asOfIn = ({ headers }: ApiAnswer) => Date.parse(headers.get('x-data-as-of') ?? '');

/** The version of the contact that the answer shows; 0: none. */
function shownIn(answer: ApiAnswer): number {
  if (answer.status === 404) return 0;
  expect(answer.status, answer.body).toBe(200);
  return Number(dataIn<DataOf<'/contacts/{contactId}'>>(answer).lastName?.replace('Version-', ''));
}

/** One after the other: `follower` reads what is told to it, as a customer's copy does. */
class Follower {
  readonly copy = new Map<string, number>();
  readonly seen: Seen[] = [];
  #cursor: string | undefined;

  /** @returns whether everything until the answer's `upTo` is told. */
  async poll(): Promise<boolean> {
    const cursor = this.#cursor === undefined ? '' : `&cursor=${this.#cursor}`;
    const answer = await get(`/changes?types=contact${cursor}`);
    const { changes, nextCursor, hasMore } = dataIn<DataOf<'/changes'>>(answer);
    this.#cursor = nextCursor;
    for (const { id } of changes) {
      const contact = await get(`/contacts/${id}`);
      this.copy.set(id, shownIn(contact));
      this.seen.push({ contactId: id, version: shownIn(contact), asOf: asOfIn(contact) });
    }
    return !hasMore;
  }
}

/** An answer, and the time up to which it claims to have everything. */
type Seen = { readonly contactId: string; readonly version: number; readonly asOf: number };
/** An event that the log has taken; it counts when its transaction was committed. */
type Told = { readonly contactId: string; readonly version: number; readonly takenAt: number };

describe('while publishers leave transactions open, commit some and abort others', () => {
  it('every follower reaches every change, and no answer claims to be fresher than it is', async () => {
    const random = createRandom(SEED);
    const told: Told[] = [];
    const versions = new Map<string, number>();
    const next = (contactId: string) => {
      const version = (versions.get(contactId) ?? 0) + 1;
      versions.set(contactId, version);
      return { contactId, version };
    };
    const anyContact = () => next(`contact-${random.below(CONTACTS)}`);
    const end = Date.now() + PUBLISHING_MS;
    const waits = { reached: 0, later: 0, refused: 0 };
    let [committed, aborted] = [0, 0];

    async function publishInTransactions(number: number): Promise<void> {
      const producer = await transactionalProducer(`publisher-${number}`);
      while (Date.now() < end) {
        const isAborted = random.chance(0.4);
        const own = Array.from({ length: random.between(1, 4) }, () =>
          isAborted ? { contactId: `aborted-${random.below(CONTACTS)}`, version: 1 } : anyContact(),
        );
        const transaction = await producer.transaction();
        const taken: Told[] = [];
        for (const { contactId, version } of own) {
          const { topic, message } = await encoded(named(contactId, version));
          await transaction.send({ topic, messages: [message] });
          taken.push({ contactId, version, takenAt: Date.now() });
          if (random.chance(0.5)) await delay(random.below(200));
        }
        await delay(random.between(OPEN_MS_LEAST, OPEN_MS_MOST));
        if (isAborted) await transaction.abort();
        else await transaction.commit();
        if (isAborted) aborted += own.length;
        else {
          committed += own.length;
          told.push(...taken);
        }
        await delay(random.below(1_500));
      }
    }

    async function publishPlainly(): Promise<void> {
      const reads: Promise<void>[] = [];
      while (Date.now() < end) {
        const { contactId, version } = anyContact();
        const [position] = await system.publish([named(contactId, version)]);
        told.push({ contactId, version, takenAt: Date.now() });
        if (position !== undefined && random.chance(0.1)) reads.push(readOwnWrite(contactId, version, position));
        await delay(random.below(2 * PAUSE_MS));
      }
      await Promise.all(reads);
    }

    /** A publisher that waits for its position reads its write, or is asked to come again. */
    async function readOwnWrite(contactId: string, version: number, position: Position): Promise<void> {
      for (;;) {
        const answer = await get(`/contacts/${contactId}`, { 'X-Wait-For-Position': positionText(position) });
        if (answer.status === 500) {
          waits.later += 1;
          expect(answer.headers.get('retry-after')).not.toBeNull();
          await delay(200);
          continue;
        }
        if (answer.status === 200 && shownIn(answer) >= version) waits.reached += 1;
        else waits.refused += 1;
        return;
      }
    }

    const followers = Array.from({ length: FOLLOWERS }, () => new Follower());
    let isOver = false;
    const following = followers.map(async (follower) => {
      while (!isOver) {
        await follower.poll();
        await delay(200);
      }
    });
    await Promise.all([publishPlainly(), ...Array.from({ length: PRODUCERS }, (_, n) => publishInTransactions(n))]);
    await system.applied.all();
    const after = Date.now();
    await eventually(async () => asOfIn(await get('/changes')) > after + 6_000, { what: 'a later watermark' });
    isOver = true;
    await Promise.all(following);
    for (const follower of followers) while (!(await follower.poll()));

    const latest = new Map<string, number>();
    for (const { contactId, version } of told) latest.set(contactId, Math.max(version, latest.get(contactId) ?? 0));
    for (const [contactId, version] of latest) expect(shownIn(await get(`/contacts/${contactId}`))).toBe(version);
    const stale = followers.map(({ copy }) => [...latest].filter(([id, version]) => copy.get(id) !== version).length);
    const seen = followers.flatMap((follower) => follower.seen);
    const tooFresh = seen.filter(({ contactId, version, asOf }) =>
      told.some((one) => one.contactId === contactId && one.version > version && one.takenAt < asOf),
    );
    console.log(
      `${told.length} events, ${committed} of them in committed transactions, ${aborted} aborted; ` +
        `of ${latest.size} contacts stale: ${stale.join(', ')}; ${tooFresh.length} of ${seen.length} answers too fresh; ` +
        `waits: ${waits.reached} reached, ${waits.later} told to come again, ${waits.refused} refused or without the event`,
    );
    expect(stale).toEqual(followers.map(() => 0));
    expect(tooFresh).toEqual([]);
    expect(waits.refused).toBe(0);
    expect(followers.flatMap(({ copy }) => [...copy.keys()].filter((id) => !latest.has(id)))).toEqual([]);
    expect(Math.min(committed, aborted, waits.reached)).toBeGreaterThan(0);
  });
});

describe('while a transaction is open', () => {
  it('what was acknowledged behind it is said to be missing: by answers, waits, status and explain', async () => {
    const contactId = 'behind';
    await system.applied.positions(await system.publish([named(contactId, 1)]));
    const producer = await transactionalProducer('slow');
    const transaction = await begin(producer, [named(contactId, 2)]);
    const [position] = await system.publish([named(contactId, 3)]);
    if (position === undefined) throw new TypeError('a published event has a position');
    const acknowledged = Date.now();
    // Affirmed again and again.
    await delay(4_500);

    const plain = await get(`/contacts/${contactId}`);
    const waited = await get(`/contacts/${contactId}`, { 'X-Wait-For-Position': positionText(position) });
    const status = await operate(['status'], { environment: operatorEnvironment });
    const explained = await operate(['explain', `contact:${LOCATION}:${contactId}`], {
      environment: operatorEnvironment,
    });
    await transaction.commit();
    const reached = await get(`/contacts/${contactId}`, { 'X-Wait-For-Position': positionText(position) });

    expect([shownIn(plain), asOfIn(plain) <= acknowledged]).toEqual([1, true]);
    expect([waited.status, waited.headers.get('retry-after')]).toEqual([500, '1']);
    const first = `${position.topic}:${position.partition}`;
    expect(status.output).toMatch(new RegExp(`${position.topic} +${position.partition} +\\d+ +\\d+ +2 `));
    expect(status.output).toContain(`${first}: 2 records wait for the end of a transaction`);
    expect(explained.output).not.toContain('the last record is what is shown');
    expect(explained.output).toContain(`${first}: 2 records wait for the end of a transaction`);
    expect(shownIn(reached)).toBe(3);
  });

  it('the access heartbeat does not pass a revocation behind it', async () => {
    const revoked = issueCredential({ credentialId: 'revoked', companyId: COMPANY, locationId: LOCATION });
    await system.applied.positions(await system.publish([revoked.event]));
    const producer = await transactionalProducer('slow-access');
    const inEveryPartition = Array.from({ length: 20 }, (_, n) => company(`company-${n}`));
    const transaction = await begin(producer, inEveryPartition);
    const again = { companyId: COMPANY, locationId: LOCATION, version: 2, revokedAt: USUAL_INSTANT };
    await system.publish([issueCredential({ credentialId: 'revoked', ...again }).event]);
    const acknowledged = Date.now();
    await delay(4_500);

    const letIn = await get('/contacts', {}, revoked);
    const heartbeat = await system.db.collection<AccessHeartbeat>(ACCESS_HEARTBEAT).findOne({});
    await transaction.abort();

    expect(letIn.status).toBe(200);
    expect(heartbeat?.asOf).toBeLessThanOrEqual(acknowledged);
    await eventually(async () => (await get('/contacts', {}, revoked)).status === 401, { what: 'the refusal' });
  });
});
