/**
 * Looks for one number in a text in every writing that could give it back, by other means than the redactor's: the text
 * and all that it decodes to are reduced to their digits. Meant for tests: slow, and too eager for anything else.
 */
export function isRecoverable(text: string, number: string): boolean {
  const seen = new Set<string>();
  const queue: { text: string; depth: number }[] = [{ text, depth: 0 }];
  for (const item of queue) {
    if (seen.has(item.text)) continue;
    seen.add(item.text);
    if (digitsIn(item.text).includes(number)) return true;
    if (item.depth >= MAX_DECODINGS) continue;
    for (const decoded of decodings(item.text)) queue.push({ text: decoded, depth: item.depth + 1 });
  }
  return false;
}

const MAX_DECODINGS = 4;

function digitsIn(text: string): string {
  return text
    .replace(/<[^<>\d]*>/g, '')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(decimalValue(digit.codePointAt(0) as number)))
    .replace(/[^0-9]/g, '');
}

/** Blocks of decimal digits are ten in a row, so the zero is found by walking back. */
function decimalValue(codePoint: number): number {
  let zero = codePoint;
  while (codePoint - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  // Adjacent blocks (mathematical digits) begin at multiples of ten from the first.
  if (codePoint >= 0x1d7ce && codePoint <= 0x1d7ff) return (codePoint - 0x1d7ce) % 10;
  return codePoint - zero;
}

function* decodings(text: string): Generator<string> {
  yield text.replace(/\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\(.)/gs, (_, wide, narrow, plain: string | undefined) =>
    plain === undefined ? String.fromCharCode(Number.parseInt(wide ?? narrow, 16)) : plain,
  );
  yield text.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) =>
    Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  yield text.replace(/&#(x?)([0-9a-fA-F]+);?/gi, (_, hex, code) =>
    String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, hex === '' ? 10 : 16))),
  );
  yield text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{12,}/g)) {
    for (let skipped = 0; skipped < 4; skipped++) yield Buffer.from(run.slice(skipped), 'base64').toString('utf8');
  }
  for (const [run] of text.matchAll(/[0-9a-fA-F]{18,}/g)) {
    for (const skipped of [0, 1]) yield Buffer.from(run.slice(skipped), 'hex').toString('latin1');
  }
  // A number's value may be spelled with a point and an exponent.
  for (const [spelling] of text.matchAll(/\d+\.?\d*[eE][+-]?\d{1,2}/g)) yield String(Number(spelling));
}
