import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Codec } from '@fundlens/contracts/codec';
import type { Publishable } from '@fundlens/contracts/publisher';
import { contactChanged } from '@fundlens/testing/event-builders';
import type pg from 'pg';
import type { Random } from '../../simulation/random.ts';
import type { PostgresServer } from './postgres.ts';

const OUTBOX = new URL('../../../infra/guides/recipes/outbox/outbox.sql', import.meta.url);
const PURGE = new URL('../../../infra/guides/recipes/outbox/purge.sql', import.meta.url);
/** Instead of days. */
const KEPT = '3 seconds';
const CONTACTS = `
  CREATE TABLE contacts (id text PRIMARY KEY, version bigint NOT NULL, last_name text NOT NULL);
`;
const RAISE = `
  INSERT INTO contacts AS before (id, version, last_name) VALUES ($1, 1, $2)
  ON CONFLICT (id) DO UPDATE SET version = before.version + 1, last_name = excluded.last_name
  RETURNING version
`;
const CONTACT_COUNT = 120;
const MOST_CHANGES = 3;
const ROLLED_BACK = 0.25;
const BACK_TO_SAVEPOINT = 0.15;
const PAUSE_MS = 20;
/** In the name of every contact whose change was taken back: nothing of it may be seen anywhere. */
export const TAKEN_BACK = 'Takenback';

/** What the transaction wrote into the outbox. */
export type Committed = { readonly id: string; readonly written: Publishable };

export type Upstream = {
  /** Rows of transactions that PostgreSQL has committed, by event id. */
  readonly committed: ReadonlyMap<string, Committed>;
  /** How many rows were written by transactions or savepoints that were rolled back. */
  takenBack(): number;
  /** One transaction with these events alone. */
  write(events: readonly Publishable[]): Promise<void>;
  /** Changes contacts until aborted, in this many transactions at a time. */
  run(writers: number, signal: AbortSignal): Promise<void>;
  /** Contacts as the upstream has them, by id. */
  contacts(): Promise<Map<string, { readonly version: number; readonly lastName: string }>>;
  /** The recipe's purge, of what is some seconds old. @returns the ids of the rows */
  purge(): Promise<string[]>;
  /** Runs a statement as the owner of the database. */
  query(text: string): Promise<pg.QueryResult>;
  close(): Promise<void>;
};

type UpstreamOptions = {
  readonly postgres: PostgresServer;
  readonly codec: Codec;
  readonly locationId: string;
  readonly random: Random;
};

/** The recipe: in the transaction that changes the data, the event goes into the outbox as the codec makes it. */
async function writeEvent(transaction: pg.Client, codec: Codec, { type, event, traceparent }: Publishable) {
  const { topic, key, value } = await codec.encode(type, event);
  await transaction.query('INSERT INTO outbox (id, topic, key, value, traceparent) VALUES ($1, $2, $3, $4, $5)', [
    ...[event.meta.eventId, topic, key, value, traceparent ?? null],
  ]);
}

/** An upstream with a table of contacts and the recipe's outbox. */
export async function createUpstream({ postgres, codec, locationId, random }: UpstreamOptions): Promise<Upstream> {
  const owner = await postgres.connect();
  await owner.query(CONTACTS);
  // One statement at a time: a slot is not made in a transaction that has written.
  for (const statement of statementsOf(readFileSync(OUTBOX, 'utf8'))) await owner.query(statement);
  await owner.query(`ALTER ROLE outbox_connector PASSWORD '${postgres.password}'`);

  const committed = new Map<string, Committed>();
  let takenBack = 0;
  let changes = 0;

  function remember(written: readonly Publishable[]): void {
    for (const each of written) {
      committed.set(each.event.meta.eventId, { id: each.event.meta.eventId, written: each });
    }
  }

  async function change(transaction: pg.Client, contactId: string, lastName: string): Promise<Publishable> {
    const { rows } = await transaction.query<{ version: string }>(RAISE, [contactId, lastName]);
    const version = Number(rows[0]?.version);
    const meta = { eventId: randomUUID(), locationId, version };
    const written = { ...contactChanged({ meta, contactId, firstName: 'Ann', lastName }), ...someTrace(random) };
    await writeEvent(transaction, codec, written);
    return written;
  }

  async function transact(client: pg.Client): Promise<void> {
    const ids = random.shuffled(Array.from({ length: CONTACT_COUNT }, (_, index) => `contact-${index}`));
    // In the order of their ids: transactions that wait for each other's rows never wait in a circle.
    const chosen = ids.slice(0, random.between(1, MOST_CHANGES)).toSorted();
    const rollsBack = random.chance(ROLLED_BACK);
    const written: Publishable[] = [];
    await client.query('BEGIN');
    for (const contactId of chosen) {
      changes += 1;
      if (rollsBack || random.chance(BACK_TO_SAVEPOINT)) {
        await client.query('SAVEPOINT change');
        await change(client, contactId, `${TAKEN_BACK}-${changes}`);
        takenBack += 1;
        if (!rollsBack) await client.query('ROLLBACK TO SAVEPOINT change');
      } else {
        written.push(await change(client, contactId, `Kept-${changes}`));
      }
    }
    await client.query(rollsBack ? 'ROLLBACK' : 'COMMIT');
    if (!rollsBack) remember(written);
  }

  return {
    committed,
    takenBack: () => takenBack,
    async write(events) {
      await owner.query('BEGIN');
      for (const each of events) await writeEvent(owner, codec, each);
      await owner.query('COMMIT');
      remember(events);
    },
    async run(writers, signal) {
      const clients = await Promise.all(Array.from({ length: writers }, () => postgres.connect()));
      const work = clients.map(async (client) => {
        while (!signal.aborted) {
          await transact(client);
          await delay(PAUSE_MS);
        }
      });
      try {
        await Promise.all(work);
      } finally {
        await Promise.all(clients.map((client) => client.end()));
      }
    },
    async contacts() {
      const { rows } = await owner.query<{ id: string; version: string; last_name: string }>('SELECT * FROM contacts');
      return new Map(rows.map(({ id, version, last_name }) => [id, { version: Number(version), lastName: last_name }]));
    },
    async purge() {
      const statement = readFileSync(PURGE, 'utf8').replace('7 days', KEPT);
      return (await owner.query<{ id: string }>(statement)).rows.map(({ id }) => id);
    },
    query: (text) => owner.query(text),
    close: () => owner.end(),
  };
}

/** Statements end with a semicolon at the end of a line, as psql takes them. */
function statementsOf(text: string): string[] {
  const withoutRemarks = text.replaceAll(/--.*$/gm, '');
  return withoutRemarks.split(/;\s*$/m).filter((statement) => statement.trim() !== '');
}

/** Half of the requests have a trace. */
function someTrace(random: Random): { readonly traceparent?: string } {
  if (random.chance(0.5)) return {};
  return { traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01` };
}
