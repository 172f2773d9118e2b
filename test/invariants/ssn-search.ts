import { hash } from 'node:crypto';

/**
 * Looks for Social Security numbers in whatever a system has stored or said, however they may be written: plain, with
 * separators, in other scripts' digits, percent-, entity-, backslash-, hex- or base64-encoded, several of these at
 * once, or as an unsalted hash, which nine digits do not withstand. Written without the redactor, so that both would
 * have to be wrong in the same way.
 */

/** Numbers (eight or nine digits) and what each stands for. */
export type Planted = ReadonlyMap<string, string>;

/** `as` is the chain of encodings under which the number was found. */
export type Finding = { readonly planted: string; readonly as: string };

export type SsnSearch = {
  inText(text: string): Finding[];
  /** The same over bytes in any encoding: as UTF-8, as Latin-1, and (by the gaps between digits) as UTF-16. */
  inBytes(bytes: Uint8Array): Finding[];
  /**
   * In binary data anything longer or looser is found by chance: nine digits, one sign at most between two of them, that do
   * not go on.
   */
  inBinary(bytes: Uint8Array): Finding[];
};

/** So many characters that are neither letter nor digit may stand between two digits of a number. */
const MAX_GAP = 4;
/** Base64 within base64 within a URL is as deep as anything nests by itself. */
const MAX_DEPTH = 3;
const SHORT = 8;
const LONG = 9;
const TEN_TO_8 = 100_000_000;

/** What a character is to a number: its digit's value, or one of these. */
const LETTER = 10;
const GAP = 11;
/** The first half of a character of two units. */
const PAIR = 12;

const digitValues = unicodeDigits();
const kinds = kindsOfUnits();

/** Each gives the texts that may be hidden in a text. */
const decoders: readonly { readonly name: string; readonly decode: (text: string) => string[] }[] = [
  { name: 'percent', decode: (text) => replaced(text, /%([0-9a-f]{2})/gi, 16) },
  { name: 'entities', decode: (text) => replaced(text, /&#0*(\d{1,7});?/g, 10) },
  { name: 'hexadecimal entities', decode: (text) => replaced(text, /&#x0*([0-9a-f]{1,6});?/gi, 16) },
  {
    name: 'backslashes',
    decode: (text) => replaced(text, /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, 16),
  },
  {
    name: 'hex',
    decode: (text) => matches(text, /(?:[0-9A-Fa-f]{2}[ :,-]?){8,}[0-9A-Fa-f]{0,2}/g).flatMap(hexReadings),
  },
  { name: 'base64', decode: (text) => matches(text, /[A-Za-z0-9+/_-]{11,}/g).flatMap(base64Readings) },
];

export function createSsnSearch(planted: Planted): SsnSearch {
  const numbers = byValue(planted);
  const hashes = new Map<string, string>();
  for (const [number, place] of planted) {
    for (const writing of [number, dashed(number)]) {
      for (const algorithm of ['md5', 'sha1', 'sha256']) hashes.set(hash(algorithm, writing), place);
    }
  }

  function search(text: string, as: string, found: Map<string, Finding>, depth: number): void {
    const note = (place: string, form: string) => found.set(place, found.get(place) ?? { planted: place, as: form });
    for (const place of placesIn(text, numbers)) note(place, as === '' ? 'digits' : as);
    for (const word of matches(text, /[0-9A-Fa-f]{32,64}/g)) {
      const place = hashes.get(word.toLowerCase());
      if (place !== undefined) note(place, `${as} hash`.trim());
    }
    if (depth === MAX_DEPTH) return;
    for (const { name, decode } of decoders) {
      const hidden = decode(text).join('\n~\n');
      if (hidden !== '' && hidden !== text) search(hidden, `${as} ${name}`.trim(), found, depth + 1);
    }
  }

  const inText = (text: string) => {
    const found = new Map<string, Finding>();
    search(text, '', found, 0);
    return [...found.values()];
  };
  return {
    inText,
    inBytes(bytes) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const readings = new Set([buffer.toString('latin1'), buffer.toString('utf8')]);
      const found = [...readings].flatMap(inText);
      return [...new Map(found.map((finding) => [finding.planted, finding])).values()];
    },
    inBinary: (bytes) => digitsIn(bytes, planted),
  };
}

function digitsIn(bytes: Uint8Array, numbers: Planted): Finding[] {
  const found = new Map<string, Finding>();
  let run = '';
  let gap = 0;
  const take = (): void => {
    const place = run.length === LONG ? numbers.get(run) : undefined;
    if (place !== undefined) found.set(place, { planted: place, as: 'digits' });
    run = '';
  };
  for (const byte of bytes) {
    if (byte >= 0x30 && byte <= 0x39) {
      if (run.length <= LONG) run += String.fromCharCode(byte);
      gap = 0;
    } else if (run !== '') {
      gap++;
      if (gap > 1 || !isSeparator(byte)) take();
    }
  }
  take();
  return [...found.values()];
}

/** Space, dash, dot, slash; and the zero bytes of UTF-16. */
function isSeparator(byte: number): boolean {
  return byte === 0x20 || byte === 0x2d || byte === 0x2e || byte === 0x2f || byte === 0;
}

export function dashed(number: string, separator = '-'): string {
  return [number.slice(0, -6), number.slice(-6, -4), number.slice(-4)].join(separator);
}

/** What the runs of eight and of nine digits in the text stand for, other characters but letters between them passed over. */
function placesIn(text: string, { short, long }: Numbers): string[] {
  const found: string[] = [];
  let run = 0;
  let length = 0;
  let gap = 0;
  for (let at = 0; at < text.length; at += 1) {
    let kind = kinds[text.charCodeAt(at)] ?? GAP;
    if (kind === PAIR) {
      const character = text.codePointAt(at) ?? 0;
      if (character > 0xffff) at += 1;
      kind = kindOf(String.fromCodePoint(character));
    }
    if (kind < LETTER) {
      run = (run % TEN_TO_8) * 10 + kind;
      length += 1;
      gap = 0;
      if (length >= SHORT) {
        const place = short.get(run % TEN_TO_8);
        if (place !== undefined) found.push(place);
      }
      if (length >= LONG) {
        const place = long.get(run);
        if (place !== undefined) found.push(place);
      }
    } else if (length > 0) {
      gap += 1;
      if (gap > MAX_GAP || kind === LETTER) {
        run = 0;
        length = 0;
      }
    }
  }
  return found;
}

/** What numbers stand for, by their values: most digits of a text belong to none, and no text is made for those. */
type Numbers = { readonly short: ReadonlyMap<number, string>; readonly long: ReadonlyMap<number, string> };

function byValue(planted: Planted): Numbers {
  const [short, long] = [new Map<number, string>(), new Map<number, string>()];
  for (const [number, place] of planted) {
    if (number.length === SHORT) short.set(Number(number), place);
    if (number.length === LONG) long.set(Number(number), place);
  }
  return { short, long };
}

function kindsOfUnits(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  for (let unit = 0; unit < kinds.length; unit += 1) {
    kinds[unit] = unit >= 0xd800 && unit < 0xdc00 ? PAIR : kindOf(String.fromCharCode(unit));
  }
  return kinds;
}

function kindOf(character: string): number {
  return digitValues.get(character) ?? (/\p{L}/u.test(character) ? LETTER : GAP);
}

/** Every decimal digit of every script, and those that compatibility forms (circled, fullwidth …) stand for. */
function unicodeDigits(): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  let zero = 0;
  for (let code = 0x30; code <= 0x1fbf9; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) {
      if (code - zero > 9) zero = code;
      values.set(character, code - zero);
    } else if (/\p{No}/u.test(character)) {
      const [plain] = /^\D?(\d)\D?$/.exec(character.normalize('NFKC'))?.slice(1) ?? [];
      if (plain !== undefined) values.set(character, Number(plain));
    }
  }
  return values;
}

function replaced(text: string, pattern: RegExp, radix: number): string[] {
  let changed = false;
  const decoded = text.replace(pattern, (whole, ...groups: unknown[]) => {
    const code = groups.find((group) => typeof group === 'string');
    const point = Number.parseInt(String(code), radix);
    if (point > 0x10ffff) return whole;
    changed = true;
    return String.fromCodePoint(point);
  });
  return changed ? [decoded] : [];
}

function matches(text: string, pattern: RegExp): string[] {
  return text.match(pattern) ?? [];
}

/** A run of hex digits may begin with half of a byte that is not ours. */
function hexReadings(run: string): string[] {
  const bare = run.replace(/[^0-9a-f]/gi, '');
  return [bare, bare.slice(1)].map((text) => Buffer.from(text, 'hex').toString('latin1'));
}

/** A number may stand anywhere in what was encoded: at each of the four places where a group may begin. */
function base64Readings(run: string): string[] {
  return [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1'));
}
