// What a customer's program does with the installed client; prints what it has seen as JSON.
import { createClient, FundlensError } from '@fundlens/client';

const [, , baseUrl = '', key = '', limitedKey = ''] = process.argv;
const client = createClient({ baseUrl, token: () => key });
const limited = createClient({ baseUrl, token: () => limitedKey });

const contacts: string[] = [];
for await (const { contactId } of client.entries('/contacts', { limit: 1 })) contacts.push(contactId);
const pages: number[] = [];
for await (const { returned } of client.pages('/deals', { limit: 1 })) pages.push(returned);

const first = await client.getIfChanged('/contacts/{contactId}', { contactId: 'c1' }, null);
const second = await client.getIfChanged('/contacts/{contactId}', { contactId: 'c1' }, first.etag);
const isUnchanged = first.modified && !second.modified && second.etag === first.etag;

const waitFor = [{ topic: 'known', partition: 0, offset: 0 }, 'known/1/0'];
const { positions } = await client.get('/contacts', {}, { waitFor });

const missing = await errorOf(client.get('/contacts/{contactId}', { contactId: 'gone' }));
const refused = await errorOf(client.get('/contacts', { limit: 0 }));

// The limit is two requests a second.
let answeredAfterLimit = 0;
for (; answeredAfterLimit < 4; answeredAfterLimit += 1) await limited.get('/credential', {});

const followed: string[] = [];
for await (const { changes, hasMore } of client.follow({ types: ['contact', 'deal'], limit: 2 })) {
  for (const { type, id } of changes) followed.push(`${type} ${id}`);
  if (!hasMore) break;
}

console.log(
  JSON.stringify({
    ...{ contacts, pages, isUnchanged, positions, answeredAfterLimit, followed },
    missing: { name: missing.name, status: missing.status, code: missing.code, limit: missing.rateLimit?.limit },
    refused: { status: refused.status, details: refused.details, isNamed: refused.requestId?.startsWith('req_') },
  }),
);

async function errorOf(answer: Promise<unknown>): Promise<FundlensError> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof FundlensError) return error;
  }
  throw new Error('not refused');
}
