import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contactView } from '@fundlens/read-models/contacts/views/contact';
import { REPORT_VIEW } from '@fundlens/read-models/credit-reports/credit-reports';
import { collectionName } from '@fundlens/read-models/definition';
import { documentKey } from '@fundlens/read-models/document';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { type Collection, MongoClient } from 'mongodb';

/**
 * What an HTTP server does at the very least for the same answers: one read of the same stored bytes, copied into an
 * envelope. No authentication, no limits, no validation, no audit. A process of its own, like the query service.
 * Prints its port when it is ready.
 */

export type FloorTask = { readonly mongodbUrl: string; readonly database: string; readonly locationId: string };

type Stored = { readonly _id: string; readonly views?: Readonly<Record<string, Buffer>> };

/** As the service has by default. */
const POOL_SIZE = 20;
const COMMA = Buffer.from(',');
const CONTACT = '/contacts/';
const REPORT = '/credit-reports?requestId=';
const CONTACTS = '/contacts?limit=';

const { mongodbUrl, database, locationId } = JSON.parse(process.argv[2] ?? '') as FloorTask;
const mongo = await new MongoClient(mongodbUrl, { maxPoolSize: POOL_SIZE }).connect();
const db = mongo.db(database);
const contacts = db.collection<Stored>(collectionName('contacts', 1));
const reports = db.collection<Stored>(collectionName('credit_reports', 1));
const windows = db.collection(collectionName('dashboard_windows', 1));

const server = createServer((request, response) => {
  answer(request.url ?? '', response).catch(() => response.writeHead(500).end());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit(0));

async function answer(target: string, response: ServerResponse): Promise<void> {
  const path = target.slice('/api/v1'.length);
  if (path.startsWith(CONTACT))
    return one(response, contacts, { id: path.slice(CONTACT.length), view: contactView.name });
  if (path.startsWith(REPORT)) return one(response, reports, { id: path.slice(REPORT.length), view: REPORT_VIEW });
  if (path.startsWith(CONTACTS)) return page(response, Number(path.slice(CONTACTS.length)));
  if (path.startsWith('/dashboard/stats')) return dashboard(response);
  throw new Error(`the floor has no ${path}`);
}

async function one(
  response: ServerResponse,
  collection: Collection<Stored>,
  { id, view }: { readonly id: string; readonly view: string },
): Promise<void> {
  const _id = documentKey({ kind: 'location-entity', locationId, entityId: id });
  const found = await collection.findOne({ _id }, { projection: { [`views.${view}`]: 1 }, promoteBuffers: true });
  const body = found?.views?.[view];
  if (body === undefined) response.writeHead(404).end();
  else send(response, [Buffer.from('{"data":'), body, Buffer.from(',"requestId":"req_0"}')]);
}

async function page(response: ServerResponse, limit: number): Promise<void> {
  const view = contactView.name;
  const options = { projection: { [`views.${view}`]: 1 }, sort: { listKey: 1 }, promoteBuffers: true } as const;
  const range = { locationId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } };
  const found = await contacts.find(range, { ...options, limit, batchSize: limit + 1 }).toArray();
  const pieces = found.flatMap(({ views }, index) => [...(index === 0 ? [] : [COMMA]), views?.[view] ?? COMMA]);
  send(response, [Buffer.from('{"data":{"contacts":['), ...pieces, Buffer.from(']},"requestId":"req_0"}')]);
}

/** The packed sums as they are stored: what a dashboard would cost if nothing had to be looked up in them. */
async function dashboard(response: ServerResponse): Promise<void> {
  const projection = { timeZone: 1, firstDay: 1, sums: 1 };
  const found = await windows.findOne({ locationId }, { projection, promoteBuffers: true });
  if (found === null) return void response.writeHead(404).end();
  const { timeZone, firstDay } = found;
  const sums = (found.sums as Buffer).toString('base64');
  send(response, [Buffer.from(JSON.stringify({ data: { timeZone, firstDay, sums }, requestId: 'req_0' }))]);
}

function send(response: ServerResponse, pieces: readonly Uint8Array[]): void {
  const body = Buffer.concat(pieces);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}
