import { hash } from 'node:crypto';
import { FatalError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import { instant, isoInstant } from '../bodies.ts';
import type { ReadModelDefinition } from '../definition.ts';
import { newestFirst } from '../list-key.ts';
import type { SlotKind } from '../slot.ts';
import { slotView } from '../views.ts';

/** The view that holds the report's text. */
export const REPORT_VIEW = 'report';

/** The report's text is not here but only in the view; its digest proves that two slots hold the same one. */
export type StoredReportSlot = {
  readonly contactId: string;
  readonly pulledAt: number;
  readonly bureaus: readonly string[];
  readonly format: string;
  /** Hex SHA-256 of the text. */
  readonly sha256: string;
  readonly bytes: number;
  /** Whether a PDF can be made of it: decided by what can be read from it, not by what its format is said to be. */
  readonly renderable: boolean;
};
export const STORED_REPORT: SlotKind<StoredReportSlot> = 'report';

export const creditReportBody = z
  .strictObject({
    requestId: z.string().describe('Id of the stored report; not that of this request.'),
    contactId: z.string(),
    pulledAt: instant(),
    bureaus: z.array(z.string()),
    renderable: z.boolean().describe('Whether there is a PDF of it: see `/credit-reports/pdf-url`.'),
    report: z
      .unknown()
      .describe('The JSON text as it was stored, byte for byte, but for Social Security numbers: `***-**-****`.'),
  })
  .meta({ id: 'CreditReport', description: 'A stored credit report.' });

/** The text is the last member of the body. */
const AFTER_TEXT = Buffer.from('}');

const reportView = slotView({
  name: REPORT_VIEW,
  slot: STORED_REPORT,
  body: creditReportBody,
  fields: {
    names: ['contactId', 'listKey', 'contentDigest', 'renderable'],
    of(report, requestId) {
      const { contactId, pulledAt, renderable } = report;
      const listKey = newestFirst(pulledAt, requestId);
      return { contactId, listKey, contentDigest: contentDigest(requestId, report), renderable };
    },
  },
  text(report, requestId, { payload }) {
    // The writer loads documents without views and renders only what it changes, so a live slot that is rendered has
    // just won and brings its text.
    if (payload?.byteLength !== report.bytes) {
      throw new FatalError('payload_missing', 'credit_reports: a live report is rendered only with its own text');
    }
    const { contactId, pulledAt, bureaus, renderable } = report;
    const before = JSON.stringify({ requestId, contactId, pulledAt: isoInstant(pulledAt), bureaus, renderable });
    // Byte for byte: decoding and encoding would change how numbers are spelled.
    return Buffer.concat([Buffer.from(`${before.slice(0, -1)},"report":`), payload, AFTER_TEXT]);
  },
});

/**
 * One document per stored report. Its text is in the view alone. A deleted one keeps its version and nothing else.
 * Fields: `contactId`, `listKey` (pulledAt), `contentDigest` and `renderable`; none when the report is deleted.
 */
export const creditReports: ReadModelDefinition = {
  name: 'credit_reports',
  viewsVersion: 1,
  streams: ['funding'],
  views: [reportView],
  indexes: [{ key: { locationId: 1, contactId: 1, listKey: 1 }, name: 'latest_by_contact' }],
};

/** The report's text, as it stands in the view. */
export function reportTextIn(view: Uint8Array, { bytes }: StoredReportSlot): Uint8Array {
  return view.subarray(view.byteLength - AFTER_TEXT.length - bytes, view.byteLength - AFTER_TEXT.length);
}

/** Hex SHA-256 of everything that a PDF shows, the text and its metadata: another digest is another PDF. */
function contentDigest(requestId: string, { pulledAt, bureaus, format, sha256 }: StoredReportSlot): string {
  return hash('sha256', JSON.stringify([requestId, pulledAt, bureaus, format, sha256]));
}
