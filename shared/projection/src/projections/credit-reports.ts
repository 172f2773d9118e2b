import { hash } from 'node:crypto';
import type { EventOf } from '@fundlens/contracts/event-types';
import { creditReports as readModel } from '@fundlens/read-models/definitions';
import type { SlotChange } from '@fundlens/read-models/document';
import { newestFirst } from '@fundlens/read-models/list-key';
import type { CreditReportFields } from '@fundlens/read-models/report-pdfs/report-pdf';
import type { Slots } from '@fundlens/read-models/slot';
import { FatalError } from '@fundlens/runtime/errors';
import { isRenderable } from '@fundlens/credit-reports/report-reader';
import { assertFits, MAX_REPORT_TEXT_BYTES } from '@fundlens/read-models/document-size';
import { isoInstant, jsonBytesAround } from '@fundlens/read-models/json-body';
import { type Projection, slotValue, versionOf } from './projection.ts';

/** The report's text is not here but only in the body; its digest proves that two slots hold the same one. */
export type ReportSlot = {
  readonly contactId: string;
  readonly pulledAt: number;
  readonly bureaus: readonly string[];
  readonly format: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Whether a PDF can be made of it: told by what can be read from it, not by what its format is said to be. */
  readonly renderable: boolean;
};

const SLOT = 'report';
/** The text is the last member of the body. */
const AFTER_TEXT = '}';

/** One document per stored report. A deleted one keeps its version and nothing else. */
export const creditReports: Projection = {
  readModel,
  on: {
    CreditReportStored: (event) => [reportChange(event)],
  },
  render({ id, slots, payload }) {
    const report = slotValue<ReportSlot>(slots, SLOT);
    if (report === null || id.kind !== 'location-entity') return { fields: {}, body: null };
    // The writer loads documents without body and renders only what it changes, so a live slot that is rendered has
    // just won and brings its text.
    if (payload?.byteLength !== report.bytes) {
      throw new FatalError('payload_missing', 'credit_reports: a live report is rendered only with its own text');
    }
    const fields: CreditReportFields = {
      contactId: report.contactId,
      listKey: newestFirst(report.pulledAt, id.entityId),
      contentDigest: contentDigest(id.entityId, report),
      renderable: report.renderable,
    };
    return {
      fields,
      body: reportBody(id.entityId, report, payload),
    };
  },
  outbox: (_, before, after) => (hasPdf(before) || hasPdf(after) ? [] : null),
};

/** The report that a document shows; null when it is deleted. Its text is what stands in the body. */
export function reportOf(slots: Slots): ReportSlot | null {
  return slotValue<ReportSlot>(slots, SLOT);
}

/** The report's text, as it stands in the body. */
export function reportTextIn(body: Uint8Array, { bytes }: ReportSlot): Uint8Array {
  return body.subarray(body.byteLength - AFTER_TEXT.length - bytes, body.byteLength - AFTER_TEXT.length);
}

function hasPdf(slots: Slots): boolean {
  return reportOf(slots)?.renderable === true;
}

/** Of all that a PDF shows: the text, and what is said of it. */
function contentDigest(requestId: string, { pulledAt, bureaus, format, sha256 }: ReportSlot): string {
  return hash('sha256', JSON.stringify([requestId, pulledAt, bureaus, format, sha256]));
}

function reportChange(event: EventOf<'CreditReportStored'>): SlotChange {
  const { meta, requestId, contactId, pulledAt, format, bureaus, report } = event;
  const documentId = { kind: 'location-entity', locationId: meta.locationId, entityId: requestId } as const;
  const target = { documentId, slot: SLOT, version: versionOf(event) };
  // Without these there is nothing to show; the contract requires them of every report that is not deleted.
  if (meta.deleted || report === null || pulledAt === null || format === null) return { ...target, value: null };
  assertFits(report.byteLength, MAX_REPORT_TEXT_BYTES, 'report');
  const value: ReportSlot = {
    contactId,
    pulledAt,
    bureaus,
    format,
    sha256: hash('sha256', report),
    bytes: report.byteLength,
    renderable: isRenderable(report, format),
  };
  return { ...target, value, payload: report };
}

function reportBody(requestId: string, report: ReportSlot, text: Uint8Array): Uint8Array {
  const { contactId, pulledAt, bureaus, renderable } = report;
  const before = { requestId, contactId, pulledAt: isoInstant(pulledAt), bureaus, renderable };
  return jsonBytesAround({ before, name: 'report', json: text });
}
