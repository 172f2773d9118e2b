/**
 * Raised by any change that makes `redactEvent` leave something else of the same event: a rule, a word list, a limit. It is
 * part of the fingerprint of a generation (`shared/projection/src/generations/fingerprint.ts`), so a raise asks for a
 * rebuild from the log. A change that only makes it faster, or that only concerns logs, raises nothing.
 */
export const RULES_VERSION = 29;
