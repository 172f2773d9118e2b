/** What stands where an SSN stood. Plain ASCII without quotes, so that it needs no escaping at any level of nesting. */
export const SSN_REPLACEMENT = '***-**-****';

const MIB = 1024 * 1024;

/** Kafka records carry up to 8 MiB (design §3); a text beyond that did not come from there. */
export const MAX_INPUT_BYTES = 8 * MIB;

/** A MongoDB document ends at 16 MiB; the report's text may take 12 of them (design §4). */
export const MAX_OUTPUT_BYTES = 12 * MIB;

/** Known reports nest less than 20 levels; readers of the redacted text may parse it recursively. */
export const MAX_DEPTH = 200;

/** The index of a text takes 40 bytes per value: 40 MiB at most. Real reports have one value per 15 bytes or more. */
export const MAX_VALUES = MIB;

/** Each different name is judged once, which costs more than all else of it. Real reports have a few thousand. */
export const MAX_NAMES = 65_536;

/**
 * A report stored as a JSON string holds XML, in entities, that holds a URL: four, and every level of escapes is one
 * more. Deeper nesting is refused, never passed.
 */
export const MAX_NESTED_READINGS = 8;

/**
 * Characters that all nested readings (escapes, JSON, XML in strings) of one text may read together, per character of
 * it. Nesting to the depth above costs at most that much; more is an attack on our time.
 */
export const MAX_NESTED_WORK_PER_CHARACTER = 12;

/** Short texts may be read this much in any case, so that the bound above never refuses a small event. */
export const MIN_NESTED_WORK = 256 * 1024;
