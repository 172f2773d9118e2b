import { hash } from 'node:crypto';
import type { EventOf } from '@fundlens/contracts/event-types';
import {
  creditReports as readModel,
  STORED_REPORT,
  type StoredReportSlot,
} from '@fundlens/read-models/credit-reports/credit-reports';
import type { SlotChange } from '@fundlens/read-models/document';
import { assertFits, MAX_REPORT_TEXT_BYTES } from '@fundlens/read-models/document-size';
import { type Projection, versionOf } from './projection.ts';
import { readingOf } from './report-figures.ts';

/** The text of a stored report, once; its figures are in the contact's document. */
export const creditReports: Projection = {
  readModel,
  on: {
    CreditReportStored: (event) => [reportChange(event)],
  },
};

function reportChange(event: EventOf<'CreditReportStored'>): SlotChange {
  const { meta, requestId, contactId, pulledAt, format, bureaus, report } = event;
  const documentId = { kind: 'location-entity', locationId: meta.locationId, entityId: requestId } as const;
  const target = { documentId, slot: STORED_REPORT, version: versionOf(event) };
  // Without these there is nothing to show; the contract requires them of every report that is not deleted.
  if (meta.deleted || report === null || pulledAt === null || format === null) return { ...target, value: null };
  assertFits(report.byteLength, MAX_REPORT_TEXT_BYTES, 'report');
  const value: StoredReportSlot = {
    contactId,
    pulledAt,
    bureaus,
    format,
    sha256: hash('sha256', report),
    bytes: report.byteLength,
    renderable: readingOf(event)?.isRenderable ?? false,
  };
  return { ...target, value, payload: report };
}
