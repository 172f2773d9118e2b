/**
 * How many bytes an LZ4 frame expands to, without expanding it: the decoder that we use has no limit, and frames of
 * Kafka's clients do not state their size. Sources: lz4_Frame_format.md and lz4_Block_format.md of lz4/lz4.
 */
const MAGIC = 0x184d2204;
const HAS_BLOCK_CHECKSUM = 0x10;
const HAS_CONTENT_SIZE = 0x08;
const HAS_DICTIONARY_ID = 0x01;
/** Magic, flags, block size, checksum of the header. */
const HEADER_BYTES = 7;
const IS_STORED = 0x80000000;
/** A length of 15 goes on in the next bytes, as long as these are full. */
const LONG = 15;
const FULL = 255;
const SHORTEST_MATCH = 4;

/**
 * Of the first frame, which is all that the decoder reads. What is beyond `limit` is not counted on.
 * @throws RangeError when it is no frame, or breaks off.
 */
export function lz4FrameBytes(data: Buffer, limit: number): number {
  if (data.length < HEADER_BYTES || data.readUInt32LE(0) !== MAGIC) throw new RangeError('it is no LZ4 frame');
  const flags = data.readUInt8(4);
  const trailer = flags & HAS_BLOCK_CHECKSUM ? 4 : 0;
  let position = HEADER_BYTES + (flags & HAS_CONTENT_SIZE ? 8 : 0) + (flags & HAS_DICTIONARY_ID ? 4 : 0);
  let bytes = 0;
  while (bytes <= limit) {
    const size = data.readUInt32LE(position);
    position += 4;
    if (size === 0) return bytes;
    const length = size >= IS_STORED ? size - IS_STORED : size;
    if (position + length > data.length) throw new RangeError('an LZ4 block is longer than its frame');
    bytes += size >= IS_STORED ? length : blockBytes(data.subarray(position, position + length));
    position += length + trailer;
  }
  return bytes;
}

function blockBytes(block: Buffer): number {
  let [position, bytes] = [0, 0];

  const lengthFrom = (nibble: number): number => {
    let length = nibble;
    if (nibble < LONG) return length;
    for (;;) {
      const more = block.readUInt8(position);
      position += 1;
      length += more;
      if (more < FULL) return length;
    }
  };

  while (position < block.length) {
    const token = block.readUInt8(position);
    position += 1;
    const literals = lengthFrom(token >> 4);
    position += literals;
    bytes += literals;
    // The last sequence is literals alone.
    if (position >= block.length) return bytes;
    position += 2;
    bytes += lengthFrom(token & LONG) + SHORTEST_MATCH;
  }
  return bytes;
}
