/** MongoDB's wire protocol: length, request id, response id and kind, four bytes each. */
const HEADER_BYTES = 16;
const KIND_OFFSET = 12;
const OP_MSG = 2013;
const OP_COMPRESSED = 2012;
/** Flags, the kind of the first section, the length of its document and the type of the first field: then its name. */
const NAME_OFFSET = HEADER_BYTES + 4 + 1 + 4 + 1;
/** Longer than the name of any command. */
const NAME_BYTES = 64;

/**
 * Counts the commands of a client in what it sends on one connection.
 * @returns takes the next bytes, however they are cut
 */
export function createCommandCounter(count: (command: string) => void): (chunk: Buffer) => void {
  /** The beginning of a message, until it is long enough to be named. */
  let begun: Buffer = Buffer.alloc(0);
  /** Bytes of a message that has been counted. */
  let toSkip = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      const skipped = Math.min(toSkip, rest.length);
      toSkip -= skipped;
      rest = rest.subarray(skipped);
      if (rest.length === 0) return;
      begun = begun.length === 0 ? rest : Buffer.concat([begun, rest]);
      rest = Buffer.alloc(0);
      if (begun.length < HEADER_BYTES) return;
      const length = begun.readInt32LE(0);
      if (begun.length < Math.min(length, NAME_OFFSET + NAME_BYTES)) return;
      count(nameOf(begun.subarray(0, length)));
      rest = begun;
      toSkip = length;
      begun = Buffer.alloc(0);
    }
  };
}

function nameOf(message: Buffer): string {
  const kind = message.readInt32LE(KIND_OFFSET);
  if (kind === OP_COMPRESSED) return 'compressed';
  if (kind !== OP_MSG) return 'other';
  const end = message.indexOf(0, NAME_OFFSET);
  return message.toString('latin1', NAME_OFFSET, end < 0 ? undefined : end);
}
