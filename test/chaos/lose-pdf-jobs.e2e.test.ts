import { renderReportPdf } from '@fundlens/credit-reports/render-report';
import { type ProjectorFixture, projectorFixture, until } from '@fundlens/projector/testing/projector-fixture';
import { modelVersion } from '@fundlens/read-models/definition';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { creditReportPdfs } from '@fundlens/read-models/definitions';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import { deletionOf } from '@fundlens/testing/deletions';
import { creditReportStored, reportBytes, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProjectorProcess } from './projector-process.ts';

const REPORTS = 36;
const DELETED = 8;
/** PDFs after which the projector is killed, each time with an emptied Redis behind it. */
const KILLED_AT = [1, 8, 15, 24];
const TIMEOUT_MS = 240_000;
const SESSION_MS = '1500';
/** No event of this test tells of the location. */
const NO_PROFILE = { name: null, timeZone: null };

let fixture: ProjectorFixture;
beforeAll(async () => {
  fixture = await projectorFixture();
});
afterAll(() => fixture.close());

const requestIdOf = (number: number) => `request-${number}`;
const textOf = (number: number) => ({ trades: [{ customerName: `SAMPLE BANK ${number}`, balance: number }] });
const reportOf = (number: number) =>
  creditReportStored({ requestId: requestIdOf(number), pulledAt: USUAL_INSTANT, report: reportBytes(textOf(number)) });

const pdfs = () => fixture.db.collection<StoredReportPdf>(modelVersion(creditReportPdfs));

/** As after a loss of the whole server; only what this test has put there. */
async function emptyRedis(): Promise<void> {
  const { REDIS_URL = '', JOBS_KEY_PREFIX = '' } = fixture.environment;
  const redis = new Redis(REDIS_URL);
  for await (const keys of redis.scanStream({ match: `${JOBS_KEY_PREFIX}:*` })) {
    if ((keys as string[]).length > 0) await redis.del(...(keys as string[]));
  }
  redis.disconnect();
}

it(
  `every report has its PDF, and no deleted one, after ${KILLED_AT.length} kills of the projector and losses of Redis`,
  async () => {
    const reports = Array.from({ length: REPORTS }, (_, number) => reportOf(number));
    await fixture.publish(reports);
    const environment = { ...fixture.environment, KAFKA_SESSION_TIMEOUT_MS: SESSION_MS, PDF_SWEEP_MS: '300' };

    for (const count of KILLED_AT) {
      const projector = startProjectorProcess(environment);
      await until(async () => {
        if (!projector.running) throw new Error(`the projector ended by itself:\n${projector.tail()}`);
        return (await pdfs().countDocuments({ state: 'ready' })) >= count;
      });
      await projector.kill();
      await emptyRedis();
    }
    await fixture.publish(reports.slice(0, DELETED).map((report) => deletionOf(report)));
    const last = startProjectorProcess(environment);
    await fixture.caughtUp();
    const due = { dirtySince: { $gte: 0 } };
    await until(async () => (await fixture.db.collection(modelVersion(creditReports)).countDocuments(due)) === 0);
    expect(await last.terminate()).toBe(0);

    const stored = new Map((await pdfs().find({}).toArray()).map((found) => [found.entityId, found]));
    for (const [number, { event }] of reports.entries()) {
      const { requestId, pulledAt, bureaus, format, report } = event;
      const found = stored.get(requestId);
      if (number < DELETED) {
        expect([found?.state, found?.pdf], requestId).toEqual(['gone', null]);
        continue;
      }
      if (pulledAt === null || format === null || report === null) throw new Error('a report of this test is empty');
      const expected = await renderReportPdf({ requestId, pulledAt, bureaus, format, location: NO_PROFILE, report });
      expect(found?.state, requestId).toBe('ready');
      expect(Buffer.from(found?.pdf?.value() ?? []).equals(expected), requestId).toBe(true);
    }
  },
  TIMEOUT_MS,
);
