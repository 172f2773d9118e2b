/**
 * Kafka's Java clients and brokers write Snappy in the framing of snappy-java: a header, then blocks each with its
 * length. Other clients write one bare block. Source: `SnappyOutputStream` of xerial/snappy-java.
 */
const MAGIC = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]); // \x82SNAPPY\0
/** Magic, version and lowest compatible version. */
const HEADER_BYTES = 16;
const LENGTH_BYTES = 4;

/**
 * The decompressed content of either form.
 * @throws RangeError when a block is longer than what is left.
 */
export async function readXerial(data: Buffer, uncompress: (block: Buffer) => Promise<Buffer>): Promise<Buffer> {
  if (data.length < HEADER_BYTES || !data.subarray(0, MAGIC.length).equals(MAGIC)) return await uncompress(data);
  const blocks: Buffer[] = [];
  let position = HEADER_BYTES;
  while (position < data.length) {
    if (position + LENGTH_BYTES > data.length) throw new RangeError('a Snappy block has no length');
    const end = position + LENGTH_BYTES + data.readUInt32BE(position);
    if (end > data.length) throw new RangeError('a Snappy block is longer than its batch');
    blocks.push(await uncompress(data.subarray(position + LENGTH_BYTES, end)));
    position = end;
  }
  return Buffer.concat(blocks);
}
