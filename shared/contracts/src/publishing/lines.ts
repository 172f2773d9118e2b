/** One line of a stream of bytes, without its end; `bytes` is null for a line that was too long to keep. */
export type Line = { readonly number: number; readonly bytes: Buffer | null };

const NEWLINE = 0x0a;

/** Splits at newlines (a carriage return before one is white space to JSON). Memory is bounded by the longest line. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, maxLineBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;

  const take = (): Line => {
    number += 1;
    const line = { number, bytes: length > maxLineBytes ? null : Buffer.concat(parts) };
    parts = [];
    length = 0;
    return line;
  };
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
