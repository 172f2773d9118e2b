import { invalidParameter } from '../api-error.ts';

/** A position in a log, as Kafka returns it to the publisher. */
export type LogPosition = { readonly topic: string; readonly partition: number; readonly offset: number };

/** As clients write it. */
export const POSITION_HEADER_NAME = 'X-Wait-For-Position';
/** Lower case, as Node gives header names. */
export const POSITION_HEADER = 'x-wait-for-position';

/** More than the partitions that one publish touches by default. */
export const MAX_POSITIONS = 64;
/** Kafka's own bounds: a topic's name, and a partition's number. */
const TOPIC = /^[A-Za-z0-9._-]{1,249}$/;
const MAX_PARTITION = 2 ** 31 - 1;
/** One less than a number holds exactly: the wait is for the offset after it. */
const MAX_OFFSET = Number.MAX_SAFE_INTEGER - 1;
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,15})$/;
/** Optional whitespace around a member (RFC 9110 §5.6.3). */
const OWS = /^[\t ]+|[\t ]+$/g;

const ONE_POSITION = '[A-Za-z0-9._-]{1,249}/(?:0|[1-9][0-9]{0,9})/(?:0|[1-9][0-9]{0,15})';
/**
 * The header as a regular expression, for the OpenAPI document. It accepts whatever `parsePositions` accepts; only the code
 * checks the greatest partition and offset.
 */
export const POSITIONS_PATTERN = `^[\\t ]*${ONE_POSITION}(?:[\\t ]*,[\\t ]*${ONE_POSITION}){0,${MAX_POSITIONS - 1}}[\\t ]*$`;

const RULE = `must be <topic>/<partition>/<offset>, at most ${MAX_POSITIONS} of them separated by commas`;

/**
 * The positions that the read models must pass, in the order of the request:
 *
 *   positions = position *( OWS "," OWS position )
 *   position  = topic "/" partition "/" offset
 *
 * @param header all lines of it, joined by commas; undefined where none was sent.
 * @throws ApiError 400
 */
export function parsePositions(header: string | undefined): readonly LogPosition[] {
  if (header === undefined) return [];
  const members = header.split(',', MAX_POSITIONS + 1);
  if (members.length > MAX_POSITIONS) throw wrong();
  return members.map((member) => parsePosition(member.replace(OWS, '')));
}

function parsePosition(text: string): LogPosition {
  const [topic = '', partition = '', offset = '', ...more] = text.split('/', 4);
  if (more.length > 0 || !TOPIC.test(topic)) throw wrong();
  return { topic, partition: wholeNumber(partition, MAX_PARTITION), offset: wholeNumber(offset, MAX_OFFSET) };
}

function wholeNumber(text: string, max: number): number {
  const value = Number(text);
  if (!WHOLE_NUMBER.test(text) || value > max) throw wrong();
  return value;
}

function wrong() {
  return invalidParameter(POSITION_HEADER_NAME, 'format', RULE);
}
