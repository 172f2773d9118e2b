/** Every bound of the event contract, in one place: the pages and the tests read them from here. */

/** Identifiers are copied into keys, indexes and URLs; the lengths are those of the API specification. */
export const MAX_LOCATION_ID_LENGTH = 64;
export const MAX_ID_LENGTH = 128;

/** Open vocabularies (status, stage, kind, source …): words that people filter by, never prose. */
export const MAX_VOCABULARY_LENGTH = 64;

/** Names, e-mail addresses, phone numbers, address lines, tags: one line that a person reads at a glance. */
export const MAX_LINE_LENGTH = 320;

/** Reasons, notes, decisions, strengths, risks: prose. Together with the item limits a list body stays within 64 KiB. */
export const MAX_TEXT_LENGTH = 4_000;

/** A CRM custom field's value as JSON text; a CRM holds multi-select lists and long answers there. */
export const MAX_CUSTOM_VALUE_LENGTH = 16_384;

/** More entries than any person keeps in one list; a runaway upstream loop is refused instead of stored. */
export const MAX_ITEMS = 500;

/** A stored report as delivered by the funding platform (records up to 8 MiB). */
export const MAX_REPORT_BYTES = 8 * 1024 * 1024;

/**
 * Encoded records. The topics accept batches of MAX_BATCH_BYTES, so a record with the largest report still fits with
 * its other fields, header and batch overhead. Nothing but a report justifies more than MAX_SMALL_RECORD_BYTES.
 */
export const MAX_BATCH_BYTES = 9 * 1024 * 1024;
export const MAX_BATCH_OVERHEAD_BYTES = 64 * 1024;
export const MAX_SMALL_RECORD_BYTES = 768 * 1024;
export const maxRecordBytes = {
  crm: MAX_SMALL_RECORD_BYTES,
  access: MAX_SMALL_RECORD_BYTES,
  funding: MAX_BATCH_BYTES - MAX_BATCH_OVERHEAD_BYTES,
};

/**
 * What the records of one compressed batch may expand to: seven of the largest, and far more small ones than a publisher
 * collects before it sends. A batch of MAX_BATCH_BYTES could hold tens of gigabytes otherwise, and every partition of a
 * fetch may bring one.
 */
export const MAX_EXPANDED_BATCH_BYTES = 64 * 1024 * 1024;

/** Each record of a batch costs the client some hundred bytes, however small it is: with these, as much as the above. */
export const MAX_BATCH_RECORDS = 200_000;

/** An upstream clock may be off, or name the end of today in another zone; more than a day ahead is a mistake. */
export const MAX_INSTANT_AHEAD_MS = 24 * 60 * 60 * 1000;

/** Instants render as ISO-8601 with a four-digit year: 0001-01-01 to 9999-12-31. */
export const MIN_INSTANT_MS = -62_135_596_800_000;
export const MAX_INSTANT_MS = 253_402_300_799_999;

/** Ten billion dollars in cents: sums over nine thousand of the largest amounts are still exact integers. */
export const MAX_MONEY_CENTS = 1_000_000_000_000;

/** Short advances reach several hundred percent a year; more is another unit, basis points for one. */
export const MAX_PERCENT = 1_000;

/** Merchant advances cost 1.1 to 1.6; below one the lender loses, and far above the figure is a percentage. */
export const MIN_FACTOR_RATE = 1;
export const MAX_FACTOR_RATE = 10;

/** Quotas and windows are counted in Redis and in headers; a billion is as good as unlimited. */
export const MAX_QUOTA = 1_000_000_000;
