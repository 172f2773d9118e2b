import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type QueryHarness, queryHarness } from '@fundlens/query/testing/query-harness';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { freePort, isReady, type ServiceProcess, startService } from '../harness/service-process.ts';
import { eventually } from '../harness/waiting.ts';

/** The query service as a process, with MongoDB behind a proxy, told to stop in the middle of its work. */

const STOP_TIMEOUT_MS = 2_000;
/** All of a stop: requests in flight, then five seconds for audit and quota, and as much again for a busy machine. */
const LONGEST_STOP_MS = 2 * (STOP_TIMEOUT_MS + 5_000);
const QUOTA = 1_000_000;
const REPORT = '/credit-reports?requestId=r1';
const CONTACT = '/contacts/c1';

let harness: QueryHarness;
let proxy: TcpProxy;
let mongodbUrl: string;
let service: ServiceProcess;
let base: string;
let token: string;

beforeEach(async () => {
  harness = await queryHarness();
  ({ token } = await harness.fixtures.tenant({ companyId: 'acme', windowLimit: QUOTA }));
  await harness.fixtures.company('acme', { dailyQuota: QUOTA });
  ({ proxy, url: mongodbUrl } = await harness.proxied(inject('stack').mongodbUrl));
});
afterEach(() => service.kill());

async function start(options: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const [port, adminPort] = [await freePort(), await freePort()];
  base = `http://127.0.0.1:${port}/api/v1`;
  return await startService({
    name: 'query',
    adminPort,
    logFile: join(tmpdir(), `fundlens-query-stop-${port}.log`),
    environment: {
      ...harness.environment,
      MONGODB_URL: mongodbUrl,
      HTTP_PORT: String(port),
      ADMIN_PORT: String(adminPort),
      STOP_TIMEOUT_MS: String(STOP_TIMEOUT_MS),
      ...options,
    },
  });
}

type Answered = { readonly status: number; readonly requestId: string; readonly headers: Headers };

async function ask(path: string): Promise<Answered> {
  const response = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  const { status, headers } = response;
  return { status, headers, requestId: headers.get('x-request-id') ?? '' };
}

/** Of the answers with data, those that the audit does not tell of. */
async function notInAudit(answers: readonly Answered[]): Promise<string[]> {
  const log = harness.db.collection<{ _id: string; status: number }>('audit_log');
  const stored = new Set((await log.find({ status: 200 }).toArray()).map(({ _id }) => _id));
  return answers.filter(({ status, requestId }) => status === 200 && !stored.has(requestId)).map((a) => a.requestId);
}

/** What the durable quota has. */
async function spent(): Promise<number> {
  const days = await harness.db.collection<{ _id: string; spent: number }>('quota_days').find().toArray();
  return days.filter(({ _id }) => _id.includes('acme')).reduce((sum, day) => sum + day.spent, 0);
}

const requests = (count: number, path: string) => Promise.all(Array.from({ length: count }, () => ask(path)));
const statuses = (answers: readonly Answered[]) => [...new Set(answers.map(({ status }) => status))];
const notReady = () =>
  eventually(async () => !(await isReady(service.adminPort)), { what: 'an answer that it is not ready', pauseMs: 5 });

/** Waits until the requests of this process have reached MongoDB's side, i.e. are being worked on. */
const underWay = () => delay(200);

describe('SIGTERM', () => {
  it('under load, sent twice: it is not ready first and still answers, then ends with 0, with all that it answered in audit and quota', async () => {
    service = await start({ DRAIN_MS: '3000' });
    const answers: Answered[] = [];
    let told = false;
    // As a load balancer does: it sends no request to a service that has said that it is not ready.
    const readers = [REPORT, CONTACT, CONTACT, CONTACT].map(async (path) => {
      while (!told) answers.push(await ask(path));
    });
    await eventually(async () => answers.length > 40, { what: 'some answers' });
    const ended = service.stop();
    await notReady();
    // Of a supervisor beside a terminal: it must not cut the stop short.
    process.kill(service.pid, 'SIGTERM');
    const late = await requests(3, CONTACT);
    told = true;
    await Promise.all(readers);

    expect(await ended).toBe(0);
    expect(statuses(late)).toEqual([200]);
    expect(late.map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close', 'close']);
    const all = [...answers, ...late];
    expect(statuses(all)).toEqual([200]);
    expect(await notInAudit(all)).toEqual([]);
    expect(await spent()).toBe(all.length);
    await expect(ask(CONTACT)).rejects.toThrow('fetch failed');
  });

  it('while MongoDB does not answer: it ends with 0 within its limit, and loses no report that was sent and no request that was counted', async () => {
    service = await start();
    const reports = await requests(10, REPORT);
    const contacts = await requests(10, CONTACT);
    // The durable quota may be a second behind; the audit of what is no report 100 ms.
    await eventually(async () => (await spent()) === reports.length + contacts.length, { what: 'a checkpoint' });
    proxy.hang();
    const waiting = [ask(REPORT), ask(CONTACT)].map((asked) => asked.catch(() => null));
    await underWay();
    const began = performance.now();
    process.kill(service.pid, 'SIGTERM');

    expect(await service.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(LONGEST_STOP_MS);
    // What waited for MongoDB was cut or told to try again: it was not sent.
    expect((await Promise.all(waiting)).filter((answer) => answer?.status === 200)).toEqual([]);
    expect(await notInAudit(reports)).toEqual([]);
    proxy.heal();
    service = await start();
    const next = await ask(CONTACT);
    // Both requests that got no answer were admitted and count.
    const remaining = Number(next.headers.get('ratelimit')?.match(/"day";r=(\d+)/)?.[1] ?? Number.NaN);
    expect(QUOTA - remaining).toBeGreaterThanOrEqual(reports.length + contacts.length + 1);
    expect(QUOTA - remaining).toBeLessThanOrEqual(reports.length + contacts.length + waiting.length + 1);
  });
});
