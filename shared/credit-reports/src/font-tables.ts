/** Offsets in the file of a TrueType font (ISO/IEC 14496-22, "Organization of an OpenType font"). */
const HEADER_BYTES = 12;
const TABLES_AT = 4;
const RECORD_BYTES = 16;
const TAG_BYTES = 4;
const OFFSET_AT = 8;
const LENGTH_AT = 12;
const ALIGNMENT = 4;

/** The font without the tables of these names; the others are as they were, and what they say of each other too. */
export function withoutTables(font: Buffer, names: readonly string[]): Buffer {
  const count = font.readUInt16BE(TABLES_AT);
  const records = Array.from({ length: count }, (_, index) => {
    const start = HEADER_BYTES + index * RECORD_BYTES;
    return font.subarray(start, start + RECORD_BYTES);
  }).filter((record) => !names.includes(record.toString('latin1', 0, TAG_BYTES)));

  const header = Buffer.from(font.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(records.length, TABLES_AT);
  let offset = HEADER_BYTES + records.length * RECORD_BYTES;
  const directory: Buffer[] = [];
  const contents: Buffer[] = [];
  for (const record of records) {
    const [start, length] = [record.readUInt32BE(OFFSET_AT), record.readUInt32BE(LENGTH_AT)];
    const moved = Buffer.from(record);
    moved.writeUInt32BE(offset, OFFSET_AT);
    directory.push(moved);
    const padded = Buffer.alloc(Math.ceil(length / ALIGNMENT) * ALIGNMENT);
    font.copy(padded, 0, start, start + length);
    contents.push(padded);
    offset += padded.byteLength;
  }
  return Buffer.concat([header, ...directory, ...contents]);
}
