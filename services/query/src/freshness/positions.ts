import { invalidParameter } from '../api-error.ts';

/** A position in a log, as Kafka returns it to the publisher. */
export type LogPosition = { readonly topic: string; readonly partition: number; readonly offset: number };

/** As clients write it. */
export const POSITION_HEADER_NAME = 'X-Wait-For-Position';
/** Lower case, as Node gives header names. */
export const POSITION_HEADER = POSITION_HEADER_NAME.toLowerCase();

/** More than the partitions that one publish touches by default. */
export const MAX_POSITIONS = 64;
/** Kafka's own bound of a partition's number. */
const MAX_PARTITION = 2 ** 31 - 1;
/** One less than a number holds exactly: the wait is for the offset after it. */
const MAX_OFFSET = Number.MAX_SAFE_INTEGER - 1;

const ONE_POSITION = '[A-Za-z0-9._-]{1,249}/(?:0|[1-9][0-9]{0,9})/(?:0|[1-9][0-9]{0,15})';
/**
 * The header, with optional whitespace around its members (RFC 9110 §5.6.3). The OpenAPI document has it too; only the code
 * checks the greatest partition and offset.
 */
export const POSITIONS_PATTERN = `^[\\t ]*${ONE_POSITION}(?:[\\t ]*,[\\t ]*${ONE_POSITION}){0,${MAX_POSITIONS - 1}}[\\t ]*$`;
const HEADER = new RegExp(POSITIONS_PATTERN);

const RULE = `must be <topic>/<partition>/<offset>, at most ${MAX_POSITIONS} of them separated by commas`;

/**
 * The positions that the read models must pass, in the order of the request.
 * @param header all lines of it, joined by commas; undefined where none was sent.
 * @throws ApiError 400
 */
export function parsePositions(header: string | undefined): readonly LogPosition[] {
  if (header === undefined) return [];
  const positions = header.split(',').map((member) => {
    const [topic = '', partition, offset] = member.trim().split('/');
    return { topic, partition: Number(partition), offset: Number(offset) };
  });
  const isWithin = positions.every(({ partition, offset }) => partition <= MAX_PARTITION && offset <= MAX_OFFSET);
  if (!HEADER.test(header) || !isWithin) throw invalidParameter(POSITION_HEADER_NAME, 'format', RULE);
  return positions;
}
