import { contactChanged } from '@fundlens/testing/event-builders';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { copyDatabase } from '../harness/database-copy.ts';
import { type FaultSite, type RawRecord, siteOf } from './faults/fault.ts';
import { READABLE } from './load.ts';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage } from './stage.ts';

const EVENTS_PER_SECOND = 20;
const NOT_AS_IT_HAS_TO = 'what a restore did otherwise';
/** Its people are erased; what the backup brings back of them is erased again. */
export const ERASED = 'loc-erased';
const INVALID_AT_ONCE = 3;

export const restore: Scenario = {
  name: 'restore',
  what: 'an older backup of MongoDB is restored under running projectors; erasures are repeated from their list',
  options: {
    batches: { values: 'how many batches of some 23 events each stage has', usual: '40', pattern: WHOLE_NUMBER },
  },
  run: (context) =>
    onStage({ ...context, eventsPerSecond: EVENTS_PER_SECOND }, (stage) =>
      restoreUnder(stage, Number(context.options.batches)),
    ),
};

/** What the backup lacks is taken from the log again, once, and nobody comes back. */
export async function restoreUnder(stage: Stage, batches: number): Promise<object> {
  const { load, progress, system } = stage;
  const { db, mongo } = system;
  const backup = mongo.db(`${db.databaseName}-backup`);
  const site = siteOf(stage);
  stage.erasesFrom(ERASED);
  const goOn = async () => {
    await load.publish(batches);
    await site.append('crm', await invalidContacts(site));
    await stage.applied();
  };

  await system.publish(['before', 'since'].map((name) => person(name)));
  await goOn();
  await erase(site, 'before');
  await stage.atRest(() => copyDatabase(db, backup));
  await goOn();
  await erase(site, 'since');
  await goOn();
  const list = await site.operate('--json', 'erasures');
  // An answer may be of the backup until everything is applied again.
  await stage.withoutReaders(async () => {
    await progress.takenBack(async () => {
      await Promise.all([copyDatabase(backup, db), load.publish(batches)]);
    });
    await goOn();
  });
  const repeated = { documents: 0, remaining: [] as string[] };
  for (const { _id, by } of (JSON.parse(list) as { readonly erasures: readonly Listed[] }).erasures) {
    const { documents, remaining } = await erased(site, _id.split(':').at(-1) ?? '', by);
    repeated.documents += documents;
    repeated.remaining.push(...remaining);
  }
  if (repeated.documents === 0) stage.broken(NOT_AS_IT_HAS_TO, 'nothing came back by the restore: it proves nothing');
  for (const line of repeated.remaining) stage.broken(NOT_AS_IT_HAS_TO, line);
  await goOn();
  for (const name of ['before', 'since']) {
    const places = await placesOf(stage, `Name-${name}`);
    for (const place of places) stage.broken(NOT_AS_IT_HAS_TO, `${name} the backup erased, and still in ${place}`);
  }
  await backup.dropDatabase();
  return { repeated };
}

type Repeated = { readonly documents: number; readonly remaining: readonly string[] };

type Listed = { readonly _id: string; readonly by: string };

export function person(name: string) {
  return contactChanged({ meta: { locationId: ERASED }, contactId: name, lastName: `Name-${name}` });
}

export async function erase(site: FaultSite, contact: string): Promise<void> {
  const { documents } = await erased(site, contact, 'ticket-1');
  if (documents === 0) site.broken(NOT_AS_IT_HAS_TO, `nothing was there of ${contact}`);
}

async function erased(site: FaultSite, contact: string, by: string): Promise<Repeated> {
  const subject = ['--location', ERASED, '--contact', contact];
  return JSON.parse(await site.operate('--json', 'erase', ...subject, '--by', by, '--yes')) as Repeated;
}

/** Collections with a document that says this. */
export async function placesOf({ system: { db } }: Stage, said: string): Promise<string[]> {
  const places = new Set<string>();
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    for await (const bytes of db.collection(name).find<Buffer>({}, { raw: true })) {
      if (bytes.includes(said)) places.add(name);
    }
  }
  return [...places];
}

let invalid = 0;

/** Dead letters of contacts that nobody erases: their keys are readable, their values are cut off. */
export async function invalidContacts({ codec }: FaultSite): Promise<RawRecord[]> {
  return await Promise.all(
    Array.from({ length: INVALID_AT_ONCE }, async () => {
      invalid += 1;
      const contact = contactChanged({ meta: { locationId: READABLE[0] }, contactId: `contact-invalid-${invalid}` });
      const { key, value } = await wireRecord(codec, contact);
      const expected = { kind: 'dead_letter', reason: 'undecodable' } as const;
      return { key, value: value.subarray(0, -7), partition: 0, expected };
    }),
  );
}
