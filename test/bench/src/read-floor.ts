import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askedApplicationTerms } from '@fundlens/read-models/contacts/application-filters';
import { applicationView } from '@fundlens/read-models/contacts/views/application';
import { contactView } from '@fundlens/read-models/contacts/views/contact';
import { REPORT_VIEW } from '@fundlens/read-models/credit-reports/credit-reports';
import { modelVersion } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import { documentKey } from '@fundlens/read-models/document';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { type Collection, MongoClient } from 'mongodb';
import { createCoalescedFind } from './coalesced-find.ts';

/**
 * What an HTTP server does at the very least for the same answers: one read of the same stored bytes, copied into an
 * envelope. No authentication, no limits, no validation, no audit. A process of its own, like the query service.
 * Prints its port and its process as one line of JSON when it is ready.
 */

export type FloorTask = {
  readonly mongodbUrl: string;
  readonly database: string;
  readonly locationId: string;
  /** Whether reads of one turn of the event loop share one query. */
  readonly coalesces: boolean;
};
export type FloorReady = { readonly port: number; readonly pid: number };

type Stored = { readonly _id: string; readonly views?: Readonly<Record<string, Buffer>> };
type Find = (id: string) => Promise<Stored | null>;

/** As the service has by default. */
const POOL_SIZE = 20;
const COMMA = Buffer.from(',');
/** After every change. */
const FAR = Date.UTC(2100, 0, 1);

const task = JSON.parse(process.argv[2] ?? '') as FloorTask;
const { locationId } = task;
const mongo = await new MongoClient(task.mongodbUrl, { maxPoolSize: POOL_SIZE }).connect();
const db = mongo.db(task.database);
const contacts = db.collection<Stored>(modelVersion(definitionOf('contacts')));
const windows = db.collection(modelVersion(definitionOf('dashboard_windows')));
const findContact = finder(contacts, contactView.name);
const findReport = finder(db.collection<Stored>(modelVersion(definitionOf('credit_reports'))), REPORT_VIEW);

const server = createServer((request, response) => {
  answer(request.url ?? '', response).catch(() => response.writeHead(500).end());
});
server.listen(0, '127.0.0.1', () => {
  const ready: FloorReady = { port: (server.address() as AddressInfo).port, pid: process.pid };
  console.log(JSON.stringify(ready));
});
process.once('SIGTERM', () => process.exit(0));

function answer(target: string, response: ServerResponse): Promise<void> {
  const path = target.slice('/api/v1'.length);
  if (path.startsWith('/contacts/')) {
    return one(response, { find: findContact, entityId: path.slice('/contacts/'.length), view: contactView.name });
  }
  if (path.startsWith('/credit-reports?requestId=')) {
    const entityId = path.slice('/credit-reports?requestId='.length);
    return one(response, { find: findReport, entityId, view: REPORT_VIEW });
  }
  if (path.startsWith('/contacts?limit=')) {
    return page(response, { ...newestContacts, limit: Number(path.slice('/contacts?limit='.length)) });
  }
  if (path.startsWith('/pipeline?'))
    return page(response, pipelinePage(new URLSearchParams(path.slice('/pipeline?'.length))));
  if (path.startsWith('/dashboard/stats')) return packed(response, 'sums');
  if (path === '/pipeline/stages') return packed(response, 'stageSums');
  if (path.startsWith('/changes?limit=')) return changes(response, path.includes('cursor='));
  return Promise.reject(new Error(`the floor has no ${path}`));
}

function finder(collection: Collection<Stored>, view: string): Find {
  const options = { projection: { [`views.${view}`]: 1 }, promoteBuffers: true };
  if (!task.coalesces) return (_id) => collection.findOne({ _id }, options);
  return createCoalescedFind(
    (ids) => collection.find({ _id: { $in: [...ids] } }, { ...options, batchSize: ids.length + 1 }).toArray(),
    ({ _id }) => _id,
  );
}

async function one(response: ServerResponse, asked: { find: Find; entityId: string; view: string }): Promise<void> {
  const found = await asked.find(documentKey({ kind: 'location-entity', locationId, entityId: asked.entityId }));
  const body = found?.views?.[asked.view];
  if (body === undefined) response.writeHead(404).end();
  else send(response, [Buffer.from('{"data":'), body, Buffer.from(',"requestId":"req_0"}')]);
}

type Listing = {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sortedBy: string;
  /** All that an entry is made of. */
  readonly views: readonly string[];
  readonly limit: number;
};

const newestContacts = { filter: {}, sortedBy: 'listKey', views: [contactView.name] };

function pipelinePage(asked: URLSearchParams): Listing {
  const stage = asked.get('stage');
  const [applicationTerms] = askedApplicationTerms({ stage });
  const views = [applicationView.name, ...(asked.get('include')?.split(',') ?? [])];
  return { filter: { applicationTerms }, sortedBy: 'applicationKey', views, limit: Number(asked.get('limit')) };
}

async function page(response: ServerResponse, { filter, sortedBy, views, limit }: Listing): Promise<void> {
  const found = await contacts
    .find(
      { locationId, ...filter, [sortedBy]: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } },
      {
        projection: Object.fromEntries(views.map((view) => [`views.${view}`, 1])),
        sort: { [sortedBy]: 1 },
        limit,
        batchSize: limit + 1,
        promoteBuffers: true,
      },
    )
    .toArray();
  const bodies = found.flatMap((document) => views.map((view) => document.views?.[view] ?? COMMA));
  const pieces = bodies.flatMap((body, index) => (index === 0 ? [body] : [COMMA, body]));
  send(response, [Buffer.from('{"data":{"contacts":['), ...pieces, Buffer.from(']},"requestId":"req_0"}')]);
}

/** The packed sums as they are stored: what a dashboard would cost if nothing had to be looked up in them. */
async function packed(response: ServerResponse, field: 'sums' | 'stageSums'): Promise<void> {
  const projection = { timeZone: 1, firstDay: 1, [field]: 1 };
  const found = await windows.findOne({ locationId }, { projection, promoteBuffers: true });
  if (found === null) return void response.writeHead(404).end();
  const { timeZone, firstDay } = found;
  const sums = (found[field] as Buffer).toString('base64');
  send(response, [Buffer.from(JSON.stringify({ data: { timeZone, firstDay, sums }, requestId: 'req_0' }))]);
}

/** What is listed of as many contacts as a page has entries, or the look-up that finds nothing. */
async function changes(response: ServerResponse, isUpToDate: boolean): Promise<void> {
  const range = isUpToDate ? { $gt: FAR, $lte: FAR + 1 } : { $gt: 0, $lte: FAR };
  const options = { projection: { changes: 1 }, limit: 100, batchSize: 101 };
  const found = await contacts.find({ locationId, changedAt: range }, options).toArray();
  const listed = found.map((document) => String(Object(document).changes));
  send(response, [Buffer.from(`{"data":{"changes":[${listed.join()}]},"requestId":"req_0"}`)]);
}

function send(response: ServerResponse, pieces: readonly Uint8Array[]): void {
  const body = Buffer.concat(pieces);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}
