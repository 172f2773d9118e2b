const META = {
  eventId: '0e3a77c0-0000-4000-8000-000000000001',
  occurredAt: '2026-01-15T12:00:00Z',
  version: 1,
  locationId: 'loc-1',
  source: 'sample',
};

/** A line as an importer writes it: what has a default is left out. */
export function contactLine(fields: object = {}): string {
  return JSON.stringify({ type: 'ContactChanged', meta: META, contactId: 'c-1', ...fields });
}

export function reportLine(fields: object = {}): string {
  const stored = { requestId: 'r-1', contactId: 'c-1', format: 'other', pulledAt: 0, report: '{}' };
  return JSON.stringify({ type: 'CreditReportStored', meta: META, ...stored, ...fields });
}
