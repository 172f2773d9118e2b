/** Enough to recognise an encoding, a wrong schema or a wrong topic. */
const MAX_BYTES = 1_024;
const BYTES_PER_LINE = 16;

/**
 * The beginning of a record that could not be decoded, as hex and text. Nothing is known of its fields, so every digit is
 * masked (`#`, in the hex too): any of them may belong to a Social Security number.
 */
export function undecodedBytes(value: Uint8Array): string {
  const shown = value.subarray(0, MAX_BYTES).map((byte) => (isDigit(byte) ? MASK : byte));
  const lines: string[] = [];
  for (let at = 0; at < shown.length; at += BYTES_PER_LINE) {
    const bytes = [...shown.subarray(at, at + BYTES_PER_LINE)];
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = bytes.map((byte) => (isPrintable(byte) ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${at.toString(16).padStart(4, '0')}  ${hex.padEnd(BYTES_PER_LINE * 3 - 1)}  ${text}`);
  }
  if (value.length > MAX_BYTES) lines.push(`… ${value.length - MAX_BYTES} bytes more`);
  return lines.join('\n');
}

const MASK = 0x23;

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isPrintable(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f;
}
