import { constants, gunzipSync } from 'node:zlib';
/**
 * Looks for numbers in a text in every writing that could give them back, by other means than the redactor's: the text
 * and all that it decodes to are reduced to their digits. Shares no code with the redactor. Meant for tests: slow, and
 * too eager for anything else.
 */
export function isRecoverable(text: string, number: string): boolean {
  return recoverableIn(text, new Set([number])).size > 0;
}

/** Which of the numbers (nine digits each) can be found in a text, as it stands or decoded. */
export function recoverableIn(text: string, wanted: ReadonlySet<string>): ReadonlySet<string> {
  return valuesIn(text, valuesOf(wanted));
}

/** Numbers by their values. */
function valuesOf(wanted: ReadonlySet<string>): ReadonlyMap<number, string> {
  return new Map([...wanted].map((number) => [Number(number), number]));
}

function valuesIn(text: string, values: ReadonlyMap<number, string>): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const queue: { text: string; depth: number }[] = [{ text, depth: 0 }];
  for (const item of queue) {
    if (seen.has(item.text)) continue;
    seen.add(item.text);
    search(item.text, values, found);
    if (item.depth >= MAX_DECODINGS || found.size === values.size) continue;
    for (const decoded of decodings(item.text)) queue.push({ text: decoded, depth: item.depth + 1 });
  }
  return found;
}

/**
 * Which of the numbers can be found in JSON text: in any string, key or number, or in the values of one container
 * together. Reads tokens by itself, so that it sees duplicate keys and how numbers are spelled.
 */
export function recoverableInJson(json: string, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const values = valuesOf(wanted);
  const containers: string[][] = [[]];
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') containers.push([]);
    else if (token === '}' || token === ']') searchParts(containers.pop() ?? [], values, found);
    else {
      const text = token.startsWith('"') ? unquoted(token) : token;
      if (text.length >= SHORTEST_WRITING) for (const number of valuesIn(text, values)) found.add(number);
      if (text.length <= LONGEST_PART) {
        const digits = digitsIn(text);
        if (digits !== '' && digits.length < 9) containers.at(-1)?.push(digits);
      }
    }
  }
  return found;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\]]/gs;
const MAX_DECODINGS = 4;
/** `7e8`-like spellings aside, fewer characters spell no number; nine zeros lost would be no number either. */
const SHORTEST_WRITING = 4;
/** A part of a number, with signs around it. */
const LONGEST_PART = 12;
const BILLION = 1_000_000_000;

function unquoted(token: string): string {
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
}

function search(text: string, values: ReadonlyMap<number, string>, found: Set<string>): void {
  const plain = inAsciiDigits(text);
  const digits = plain.replace(/[^0-9]+/g, '');
  if (digits.length < LEAST_DIGITS) return;
  let window = 0;
  for (let i = 0; i < digits.length; i++) {
    window = (window * 10 + digits.charCodeAt(i) - 0x30) % BILLION;
    const number = i >= 8 ? values.get(window) : undefined;
    if (number !== undefined) found.add(number);
  }
  // Seven or eight digits by themselves: a number that lost its zeros.
  for (const [run] of plain.matchAll(/(?<!\d)\d{7,8}(?!\d)/g)) {
    const number = values.get(Number(run));
    if (number !== undefined) found.add(number);
  }
}

/** All values side by side, and three, two and four digits or five and four in any order. */
function searchParts(parts: readonly string[], values: ReadonlyMap<number, string>, found: Set<string>): void {
  if (parts.length < 2) return;
  const check = (digits: string): void => {
    const number = digits.length === 9 ? values.get(Number(digits)) : undefined;
    if (number !== undefined) found.add(number);
  };
  for (let from = 0; from < parts.length; from++) {
    let digits = '';
    for (let to = from; to < parts.length && digits.length < 9; to++) digits += parts[to];
    check(digits);
  }
  const ofLength = (length: number): string[] => parts.filter((part) => part.length === length);
  const [twos, threes, fours, fives] = [2, 3, 4, 5].map((length) => ofLength(length).slice(0, 12)) as [
    string[],
    string[],
    string[],
    string[],
  ];
  for (const four of fours) {
    for (const five of fives) check(five + four);
    for (const three of threes) for (const two of twos) check(three + two + four);
  }
}

function digitsIn(text: string): string {
  return inAsciiDigits(text).replace(/[^0-9]+/g, '');
}

function inAsciiDigits(text: string): string {
  const withoutTags = text.includes('<') ? text.replace(/<[^<>\d]*>/g, '') : text;
  if (!NON_ASCII.test(withoutTags)) return withoutTags;
  return withoutTags
    .normalize('NFKC')
    .replace(/[⓪⓿]/g, '0')
    .replace(/\p{Nd}/gu, (digit) => String(decimalValue(digit.codePointAt(0) as number)))
    .replace(/[\p{Cf}\p{Mn}]/gu, '');
}

const NON_ASCII = /[^\0-\x7f]/;

/** Blocks of decimal digits are ten in a row, so the zero is found by walking back. */
function decimalValue(codePoint: number): number {
  // Adjacent blocks (mathematical digits) begin at multiples of ten from the first.
  if (codePoint >= 0x1d7ce && codePoint <= 0x1d7ff) return (codePoint - 0x1d7ce) % 10;
  // So do these two.
  if (codePoint >= 0x116d0 && codePoint <= 0x116e3) return (codePoint - 0x116d0) % 10;
  if (codePoint >= 0x1a80 && codePoint <= 0x1a89) return codePoint - 0x1a80;
  let zero = codePoint;
  while (codePoint - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return codePoint - zero;
}

function* decodings(text: string): Generator<string> {
  if (text.includes('\\')) {
    yield text.replace(
      /\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\(.)/gs,
      (_, wide, narrow, plain: string | undefined) =>
        plain === undefined ? String.fromCharCode(Number.parseInt(wide ?? narrow, 16)) : plain,
    );
  }
  if (text.includes('%')) {
    yield text.replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) =>
      Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8'),
    );
  }
  if (/=(?:[2-7C-F][0-9A-F]|\r?\n)/.test(text)) {
    yield text
      .replace(/=\r?\n/g, '')
      .replace(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'));
  }
  if (text.includes('&')) {
    yield text.replace(/&#(?:x([0-9a-f]+)|(\d+));?/gi, (_, hex: string | undefined, decimal: string) =>
      String.fromCodePoint(Math.min(0x10ffff, hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))),
    );
    yield text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&amp;', '&');
  }
  for (const run of [...text.matchAll(/[A-Za-z0-9+/_-]{10,}/g)].map(([run]) => run).concat(joinedBase64(text))) {
    for (let skipped = 0; skipped < 4; skipped++) yield textOf(Buffer.from(run.slice(skipped), 'base64'));
  }
}

const JOINT = /(?:\s|\\+[nrt])+|\\*["'][\s+,.\\nrt]*\\*["']/g;
const JOINED = new RegExp(`(?:[A-Za-z0-9+/_-]{4,}(?:${JOINT.source}))+[A-Za-z0-9+/_-]+`, 'g');

/** Letters of base64 over lines, in pieces of one width, and in strings that are put together. */
function joinedBase64(text: string): string[] {
  return [...text.matchAll(JOINED)].map(([run]) => run.replace(JOINT, ''));
}

/** What is left of a number that lost its zeros. */
const LEAST_DIGITS = 7;
function textOf(bytes: Buffer): string {
  const text = bytes[0] === 0x1f && bytes[1] === 0x8b ? unzipped(bytes) : bytes.toString('utf8');
  return mayBeText(text) ? text : '';
}

function unzipped(bytes: Buffer): string {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');
  } catch {
    return '';
  }
}

/** Words read as base64 give noise; what has digits enough, or is text throughout, is worth a look. */
function mayBeText(decoded: string): boolean {
  return (decoded.match(/\d/g)?.length ?? 0) >= LEAST_DIGITS || !NOISE.test(decoded);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text.
const NOISE = /[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/;
