import { phoneTerm } from '@fundlens/read-models/contacts/search-terms';
import { z } from 'zod';
import type { ParameterRule } from '../parameter-issue.ts';

/**
 * Parameters that several operations share. Messages complete the sentence "<parameter> …" and never show a value.
 * `meta` tells the OpenAPI document in JSON Schema what the code checks.
 */

export const MAX_LOCATION_ID_CHARACTERS = 64;
const MAX_ID_CHARACTERS = 128;
const MAX_PAGE_SIZE = 500;
const PLAIN_DECIMAL = /^[1-9][0-9]{0,2}$/;

/** A refinement's message, with what `error.details` says of it. */
export function breaks(rule: ParameterRule, message: string, allowed?: readonly string[]) {
  return { message, params: { rule, allowed } };
}

/** Text of 1 to `max` characters; a character beyond the basic plane counts as one. @param missing where it is required. */
export function text(max: number, missing?: string) {
  const rule = `must have 1 to ${max} characters`;
  return z
    .string(missing)
    .refine((value) => value !== '' && withinCharacters(value, max), breaks('length', rule))
    .meta({
      minLength: 1,
      maxLength: max,
    });
}

/** Ids of contacts and stored reports. Only the length is checked: an id that cannot exist answers as a missing one. */
export function id() {
  return text(MAX_ID_CHARACTERS);
}

export function locationId() {
  return text(MAX_LOCATION_ID_CHARACTERS, 'is required for agency keys');
}

/** A whole number from 1 in plain decimal: no sign, no leading zero, no exponent. */
export function wholeNumber(max: number, defaultValue: number) {
  const rule = `must be a whole number from 1 to ${max}`;
  return z
    .string()
    .refine((value) => PLAIN_DECIMAL.test(value) && Number(value) <= max, breaks('range', rule))
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: max })
    .default(defaultValue);
}

export function pageSize(defaultValue: number) {
  return wholeNumber(MAX_PAGE_SIZE, defaultValue).describe(
    'Entries per page. A page may have fewer although another follows.',
  );
}

/** One value of a closed vocabulary. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** Some values of a closed vocabulary, separated by commas; in the order of the vocabulary, whatever order was asked. */
export function someOf<Value extends string>(values: readonly Value[]) {
  const rule = `must be one or more of ${values.join(', ')}, separated by commas, each once`;
  return z
    .string()
    .transform((text) => text.split(','))
    .refine((asked) => areDistinct(asked, values), breaks('one_of', rule, values))
    .transform((asked) => values.filter((value) => asked.includes(value)))
    .meta({ type: 'array', items: { type: 'string', enum: values }, minItems: 1, uniqueItems: true });
}

const INSTANT_RULE = 'must be an instant like 2026-11-23T08:00:00.000Z';
const DATE = /[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])/.source;
const TIME = /(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?/.source;
const OFFSET = /(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])/.source;
/** RFC 3339 without leap seconds. A `+` of an offset has to be percent-encoded. */
export const INSTANT_PATTERN = `^${DATE}T${TIME}${OFFSET}$`;
const INSTANT = new RegExp(INSTANT_PATTERN);
const REAL_INSTANT = z.iso.datetime({ offset: true });

/** An instant, as epoch milliseconds. The pattern is necessary; the day has to be in the calendar too. */
export function instant() {
  return z
    .string()
    .refine((value) => INSTANT.test(value) && REAL_INSTANT.safeParse(value).success, breaks('format', INSTANT_RULE))
    .meta({ format: 'date-time', pattern: INSTANT_PATTERN })
    .transform((value) => Date.parse(value));
}

/**
 * The parameter `updatedSince` of a list, in epoch milliseconds.
 * @param what completes the sentence "Only entries whose … changed".
 */
export function updatedSince(what: string) {
  return instant()
    .optional()
    .describe(
      `Only entries whose ${what} changed at this instant or later, in the order of \`/changes\`, each as it is now. ` +
        'Entries of the five seconds before it come too, so that it may be the `X-Data-As-Of` of the first page of an ' +
        'earlier walk. What went away is told by `/changes` only.',
    );
}

/** The alphabet of cursors (base64url). A cursor is opaque otherwise. */
const CURSOR = /^[A-Za-z0-9_-]+$/;
export const CURSOR_RULE = 'must be the nextCursor of the page before, for the same location and filters';
/** The longest names one contact twice, in 490 characters; the rest is room for growth. */
const MAX_CURSOR_CHARACTERS = 512;

export function cursor() {
  return z
    .string()
    .min(1, CURSOR_RULE)
    .max(MAX_CURSOR_CHARACTERS, CURSOR_RULE)
    .regex(CURSOR, CURSOR_RULE)
    .optional()
    .describe('The exact `nextCursor` of the page before, for the same location and filters. Opaque.');
}

/** Fifteen digits with room for punctuation and an extension's label. */
const MAX_PHONE_CHARACTERS = 64;
const PHONE_RULE = 'must have 7 to 15 digits';
/** ASCII and full-width digits, as phones and Japanese keyboards write them, among anything else. */
const PHONE = /^[^0-9\uFF10-\uFF19]*(?:[0-9\uFF10-\uFF19][^0-9\uFF10-\uFF19]*){7,15}$/;

const NO_DIGIT = /[^0-9\uFF10-\uFF19]/g;

/** A phone number in any writing, as its search term. Symbols that stand for digits, like `①`, are none of its digits. */
export function phone() {
  return text(MAX_PHONE_CHARACTERS)
    .refine((value) => PHONE.test(value), breaks('format', PHONE_RULE))
    .meta({ pattern: PHONE.source })
    .transform((value) => phoneTerm(value.replace(NO_DIGIT, '')) as string);
}

function areDistinct(asked: readonly string[], values: readonly string[]): boolean {
  return new Set(asked).size === asked.length && asked.every((text) => values.includes(text));
}

function withinCharacters(value: string, max: number): boolean {
  // A character takes one or two code units, so the exact count is needed only in between.
  if (value.length <= max) return true;
  return value.length <= max * 2 && [...value].length <= max;
}
