import type { RenderInput } from '@fundlens/credit-reports/render-report';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import type { AuditRecord } from '@fundlens/read-models/audit';
import { locationRefused } from '../api-error.ts';
import type { Credential } from '../credentials/access-state.ts';
import { createCompanyShares, MIN_SHARE_BYTES } from '../company-shares.ts';
import { failureOf } from '../middleware/failure.ts';
import { RequestState } from '../middleware/request-state.ts';
import type { StoredReport } from '../queries/credit-reports.ts';
import { admissionOf } from '../quota/limits.ts';
import { quotaSubjectOf } from '../quota/quota-subject.ts';
import { type DownloadOptions, download } from './download.ts';
import { LINK_PATH, linkKeys, type PdfLink, signLink } from '../pdf-link.ts';

const keys = linkKeys('a secret for tests that is long enough', null);
const NOW = 1_000_000;
const LINK: PdfLink = {
  locationId: 'loc-1',
  companyId: 'acme',
  credentialId: 'key-1',
  requestId: 'request 1"',
  contentDigest: 'ab'.repeat(32),
  expiresAt: NOW + 1,
};
const HOLDER: Credential = {
  credentialId: 'key-1',
  reach: 'location',
  companyId: 'acme',
  pinnedLocationId: 'loc-1',
  permissions: ['read', 'credit_reports'],
  expiresAt: null,
  revokedAt: null,
  windowLimit: null,
  dailyCap: null,
  hint: 'abcd',
};
const REPORT: StoredReport = {
  requestId: LINK.requestId,
  contentDigest: LINK.contentDigest,
  renderable: true,
};

/** What is true in the world; a test changes it while the PDF is read. */
type World = {
  now: number;
  credential: Credential | null;
  owner: string | null;
  report: StoredReport | null;
  auditWorks: boolean;
  windowLeft: number;
  render: (input: RenderInput) => Promise<Uint8Array>;
};

function setUp(changes: Partial<World> = {}) {
  const world: World = {
    now: NOW,
    credential: HOLDER,
    owner: 'acme',
    report: REPORT,
    auditWorks: true,
    windowLeft: 10,
    render: async () => Buffer.from('%PDF'),
    ...changes,
  };
  const seen: {
    reads: number;
    records: AuditRecord[];
    counts: [number, string | null][];
    outcomes: string[];
  } = {
    reads: 0,
    outcomes: [],
    records: [],
    counts: [],
  };
  const auditLog: DownloadOptions['auditLog'] = {
    async storeNow(record) {
      if (!world.auditWorks) throw new Error('the audit is away');
      seen.records.push(record);
    },
    storeSoon: (record) => void seen.records.push(record),
    count: (status, credentialId) => void seen.counts.push([status, credentialId]),
  };
  const shares = createCompanyShares({
    maxBytes: 4 * MIN_SHARE_BYTES,
    maxWaits: 1,
    now: () => NOW,
  });
  const states: RequestState[] = [];
  const middleware = download({
    keys,
    auditLog,
    access: {
      async authenticateById(credentialId) {
        const { credential } = world;
        if (credential?.credentialId !== credentialId) return { rejected: null };
        return { tokenHash: '', credential, company: { active: true, dailyQuota: null } };
      },
      check: async () => (world.owner === 'acme' ? null : locationRefused()),
    },
    limiter: {
      async count(subject) {
        const refusedBy = world.windowLeft > 0 ? null : 'window';
        const counted = { now: NOW, windowUsed: 1, windowResetsInMs: 1_000, quotaSpent: 1, capSpent: 0 };
        return admissionOf(subject, { ...counted, refusedBy }, 60);
      },
    },
    creditReports: {
      describe: async () => world.report,
      async printed() {
        seen.reads += 1;
        const { report } = world;
        if (report === null) return null;
        return { requestId: report.requestId, pulledAt: 1, bureaus: [], format: 'other', report: Buffer.from('{}') };
      },
    },
    locations: { profile: async () => ({ name: null, timeZone: null }) },
    render: world.render,
    metrics: {
      pdfs: { inc: ({ outcome }: { outcome: string }) => void seen.outcomes.push(outcome) },
      pdfSeconds: { observe: () => undefined },
    } as unknown as DownloadOptions['metrics'],
    shares,
    clock: { now: () => world.now, monotonic: () => 0 },
    quotaSubjectOf: (credential, company) => quotaSubjectOf(credential, company, { window: 600, dailyQuota: 250_000 }),
    clean: (text) => text,
  });
  const follow = async (query: string) => {
    const target = { path: LINK_PATH, query };
    const state = new RequestState({ requestId: 'req_1', startedAt: 0, target });
    states.push(state);
    try {
      await middleware({ state, req: { headers: {} } } as Parameters<typeof middleware>[0], async () => undefined);
    } catch (error) {
      const { status, code } = failureOf(error);
      state.onAnswered?.(status, code);
      throw error;
    }
    if (state.response === null) throw new TypeError('it did not answer');
    return state.response;
  };
  const leave = () => {
    for (const state of states) {
      state.sent.reach();
      state.closed.reach();
    }
  };
  return { world, seen, follow, bytes: shares.bytes, leave };
}

const queryOf = (link: Partial<PdfLink> = {}) => `link=${signLink(keys, { ...LINK, ...link })}`;
const REFUSED = { status: 404, code: 'not_found', message: 'There is nothing behind this link, or not any more.' };

it('counts the bytes of a PDF until the client has them, and reads none where there is no room', async () => {
  const { follow, seen, bytes, leave } = setUp();
  const release = bytes.take('company:another', MIN_SHARE_BYTES);
  await follow(queryOf());
  expect(bytes.total()).toBe(MIN_SHARE_BYTES + '%PDF'.length);
  leave();
  release();
  expect(bytes.total()).toBe(0);
  bytes.take(`company:${LINK.companyId}`, MIN_SHARE_BYTES);
  await expect(follow(queryOf())).rejects.toMatchObject({ status: 429, reason: 'company_share' });
  expect(seen.reads).toBe(1);
});

it('serves the PDF as a file that no cache keeps and no browser runs, once the audit has it', async () => {
  const { follow, seen } = setUp();
  const response = await follow(queryOf());
  expect(Buffer.concat(response.body).toString()).toBe('%PDF');
  expect(response).toMatchObject({
    status: 200,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'attachment; filename="credit-report-request_1_.pdf"',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': expect.stringContaining("default-src 'none'"),
    },
  });
  expect(seen.records).toMatchObject([
    { operation: 'credit-reports.pdf', status: 200, credentialId: 'key-1', locationId: 'loc-1', code: null },
  ]);
});

it.each<[string, (world: World) => void, reads: number]>([
  ['its credential is of another company by now', (world) => have(world, { companyId: 'rival' }), 0],
  ['its credential is pinned elsewhere by now', (world) => have(world, { pinnedLocationId: 'loc-2' }), 0],
  ['access has ended', (world) => Object.assign(world, { owner: 'rival' }), 0],
  ['it has expired', (world) => Object.assign(world, { now: NOW + 1 }), 0],
  ['its report is deleted', (world) => Object.assign(world, { report: null }), 1],
])('is refused when %s', async (_, change, reads) => {
  const { world, follow, seen } = setUp();
  change(world);
  await expect(follow(queryOf())).rejects.toMatchObject(REFUSED);
  expect(seen.reads).toBe(reads);
});

function have(world: World, changes: Partial<Credential>): void {
  world.credential = { ...HOLDER, ...changes };
}

it.each([
  ['nothing', ''],
  ['no link', 'link='],
  ['another link', `link=${signLink(linkKeys('another secret that is long enough too', null), LINK)}`],
  ['two links', `${queryOf()}&${queryOf()}`],
  ['more than a link', `${queryOf()}&locationId=loc-1`],
  ['another name', queryOf().replace('link', 'lank')],
  ['what cannot be decoded', 'link=%FF'],
])('answers alike to %s, and reads no store', async (_, query) => {
  const { follow, seen } = setUp();
  await expect(follow(query)).rejects.toMatchObject(REFUSED);
  expect([seen.reads, seen.records, seen.counts]).toEqual([0, [], [[404, null]]]);
});

it('sends nothing that the audit does not have', async () => {
  const { follow } = setUp({ auditWorks: false });
  await expect(follow(queryOf())).rejects.toThrow('the audit is away');
});

it('counts against the limits of the credential', async () => {
  const { follow, seen } = setUp({ windowLeft: 0 });
  await expect(follow(queryOf())).rejects.toMatchObject({ status: 429 });
  expect([seen.reads, seen.counts]).toEqual([0, [[429, 'key-1']]]);
});

it.each([
  ['too many PDFs wait', new RetryableError('pdf_queue_full', ''), { status: 503, headers: { 'Retry-After': '2' } }],
  ['the report can never be shown', new InvalidError('pdf_too_large', ''), { status: 404, reason: 'pdf_failed' }],
  ['rendering has a bug', new FatalError('pdf_failed', ''), { code: 'pdf_failed' }],
])('says what a client can do where %s', async (_, error, refusal) => {
  const { follow, seen, leave, bytes } = setUp({ render: () => Promise.reject(error) });
  await expect(follow(queryOf())).rejects.toMatchObject(refusal);
  leave();
  expect([seen.outcomes, bytes.total()]).toEqual([[error.code], 0]);
});
