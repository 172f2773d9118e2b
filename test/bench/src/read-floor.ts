import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { type Document, MongoClient } from 'mongodb';

/**
 * What an HTTP server does at the very least for the same answers: one read of the same stored bytes, copied into an
 * envelope. No authentication, no limits, no validation, no audit. A process of its own, like the query service.
 * Prints its port as one line of JSON when it is ready.
 */

type Task = {
  readonly mongodbUrl: string;
  readonly database: string;
  readonly collection: string;
  readonly locationId: string;
  readonly pageSize: number;
};

const task = JSON.parse(process.argv[2] ?? '') as Task;
const mongo = await new MongoClient(task.mongodbUrl, { maxPoolSize: 20 }).connect();
const collection = mongo.db(task.database).collection<Document & { _id: string }>(task.collection);
const COMMA = Buffer.from(',');

const server = createServer((request, response) => {
  const path = (request.url ?? '').replace('/api/v1', '');
  const work = path.startsWith('/contacts/') ? one(response, path.slice('/contacts/'.length)) : page(response);
  work.catch(() => response.writeHead(500).end());
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
});
process.once('SIGTERM', () => process.exit(0));

async function one(response: ServerResponse, id: string): Promise<void> {
  const options = { projection: { body: 1 }, promoteBuffers: true };
  const found = await collection.findOne({ _id: `${task.locationId}:${id}` }, options);
  if (found === null) response.writeHead(404).end();
  else send(response, [Buffer.from('{"data":'), found.body as Buffer, Buffer.from(',"requestId":"req_0"}')]);
}

async function page(response: ServerResponse): Promise<void> {
  const found = await collection
    .find(
      { locationId: task.locationId, listKey: { $gt: LIST_KEY_START, $lt: LIST_KEY_END } },
      { projection: { body: 1 }, sort: { listKey: 1 }, limit: task.pageSize, promoteBuffers: true },
    )
    .toArray();
  const pieces = found.flatMap(({ body }, index) => (index === 0 ? [body as Buffer] : [COMMA, body as Buffer]));
  send(response, [Buffer.from('{"data":{"contacts":['), ...pieces, Buffer.from(']},"requestId":"req_0"}')]);
}

function send(response: ServerResponse, pieces: readonly Uint8Array[]): void {
  const body = Buffer.concat(pieces);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}
