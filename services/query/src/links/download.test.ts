import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import { createCompanyShares } from '../company-shares.ts';
import { MIN_SHARE_BYTES } from '../config.ts';
import { RequestState } from '../middleware/request-state.ts';
import { LINK_PATH, linkKeys, type PdfLink, signLink } from '../pdf-link.ts';
import { AGENCY_CREDENTIAL, testContext, testLimiter } from '../testing/test-context.ts';
import { download } from './download.ts';

/** What servers do not fail by when they are asked to; the rest is in download.int.test.ts. */

const keys = linkKeys('a secret for tests that is long enough', null);
const NOW = 1_000_000;
const LINK: PdfLink = {
  locationId: 'loc-1',
  companyId: 'acme',
  credentialId: 'key-1',
  requestId: 'request-1',
  contentDigest: 'ab'.repeat(32),
  expiresAt: NOW + 1,
};
const company = { active: true, dailyQuota: null };

function setUp({ render = async () => Buffer.from('%PDF') }: { render?: () => Promise<Buffer> } = {}) {
  const context = testContext({ MAX_BYTES_IN_FLIGHT: String(4 * MIN_SHARE_BYTES) }, () => NOW);
  const shares = createCompanyShares(context);
  const states: RequestState[] = [];
  let reads = 0;
  const middleware = download({
    ...context,
    links: keys,
    auditLog: { storeNow: async () => undefined, storeSoon: () => undefined, count: () => undefined },
    access: {
      authenticateById: async () => ({ tokenHash: '', credential: AGENCY_CREDENTIAL, company }),
      check: async () => null,
    },
    limiter: testLimiter(context),
    creditReports: {
      describe: async () => null,
      async printed() {
        reads += 1;
        return { requestId: 'request-1', pulledAt: 1, bureaus: [], format: 'other', report: Buffer.from('{}') };
      },
    },
    locations: { profile: async () => ({ name: null, timeZone: null }) },
    renderer: { render },
    shares,
  });

  async function follow(): Promise<void> {
    const target = { path: LINK_PATH, query: `link=${signLink(keys, LINK)}` };
    const state = new RequestState({ requestId: 'req_1', startedAt: 0, target });
    states.push(state);
    await middleware({ state, req: { headers: {} } } as Parameters<typeof middleware>[0], async () => undefined);
    expect(state.response).toMatchObject({ status: 200 });
  }
  const outcomes = async () => (await context.metrics.pdfs.get()).values.map(({ labels }) => labels.outcome);
  const leave = () => {
    for (const state of states) state.close();
  };
  return { follow, leave, bytes: shares.bytes, outcomes, reads: () => reads };
}

it('counts the bytes of a PDF until the client has them, and reads none where there is no room', async () => {
  const { follow, reads, bytes, leave } = setUp();
  const release = bytes.take('company:another', MIN_SHARE_BYTES);
  await follow();
  expect(bytes.total()).toBe(MIN_SHARE_BYTES + '%PDF'.length);
  leave();
  release();
  expect(bytes.total()).toBe(0);
  bytes.take(`company:${LINK.companyId}`, MIN_SHARE_BYTES);
  await expect(follow()).rejects.toMatchObject({ status: 429, reason: 'company_share' });
  expect(reads()).toBe(1);
});

it.each([
  ['too many PDFs wait', new RetryableError('pdf_queue_full', ''), { status: 503, headers: { 'Retry-After': '2' } }],
  ['the report can never be shown', new InvalidError('pdf_too_costly', ''), { status: 404, reason: 'pdf_failed' }],
  ['rendering has a bug', new FatalError('pdf_failed', ''), { code: 'pdf_failed' }],
])('says what a client can do where %s', async (_, error, refusal) => {
  const { follow, outcomes, bytes } = setUp({ render: () => Promise.reject(error) });
  await expect(follow()).rejects.toMatchObject(refusal);
  expect([await outcomes(), bytes.total()]).toEqual([[error.code], 0]);
});
