import { lastAtMost } from './ascending-numbers.ts';
import type { Edit } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';

/**
 * What a text (or a part of it) spells in some encoding, with the way back: an edit of the decoded text becomes an edit
 * of the outer one, so that nothing is ever re-encoded but the number itself.
 */
export type DecodedText = {
  readonly text: string;
  readonly toOuter: (edit: Edit) => Edit;
  /**
   * Binary data: the parts of it that are text. What looks like markup or names across them is chance, so that in the
   * whole only numbers count.
   */
  readonly stretches?: readonly (readonly [number, number])[];
};

/** How an encoding spells a replacement: quotes around one, or line breaks within one, need it. */
export type Spelling = (replacement: string) => string;

export const AS_IS: Spelling = (replacement) => replacement;
export const IN_JSON_STRING: Spelling = (replacement) =>
  replacement === SSN_REPLACEMENT ? replacement : JSON.stringify(replacement).slice(1, -1);

/** Collects decoded characters together with the outer position of each. */
export type DecodedTextWriter = {
  /** Characters taken over as they are. */
  readonly copy: (from: number, to: number) => void;
  /** Characters that the outer text spells from `from` on. */
  readonly write: (decoded: string, from: number) => void;
  /** Characters of which each has an origin of its own. */
  readonly writeAll: (decoded: string, originOf: (index: number) => number) => void;
  /** `spell`: how the outer text spells a replacement. */
  readonly finish: (end: number, spell: Spelling) => DecodedText;
};

export function createDecodedTextWriter(outer: string): DecodedTextWriter {
  let units = new Uint16Array(Math.max(16, outer.length));
  let length = 0;
  let allBits = 0;
  /**
   * The way back, in runs of characters of which each is spelled by as many outer ones: where a run begins, in the
   * decoded text and in the outer one, and how long the spellings are.
   */
  const starts: number[] = [];
  const origins: number[] = [];
  const strides: number[] = [];
  let expected = -1;
  const put = (unit: number, origin: number): void => {
    if (origin !== expected) {
      const last = starts.length - 1;
      if (last >= 0 && starts[last] === length - 1) strides[last] = origin - (origins[last] as number);
      else {
        starts.push(length);
        origins.push(origin);
        strides.push(1);
      }
    }
    expected = origin + (strides[strides.length - 1] as number);
    allBits |= unit;
    units[length++] = unit;
  };
  const reserve = (more: number): void => {
    if (length + more <= units.length) return;
    const larger = new Uint16Array((length + more) * 2);
    larger.set(units);
    units = larger;
  };
  return {
    copy: (from, to) => {
      reserve(to - from);
      for (let i = from; i < to; i++) put(outer.charCodeAt(i), i);
    },
    write: (decoded, from) => {
      reserve(decoded.length);
      for (let i = 0; i < decoded.length; i++) put(decoded.charCodeAt(i), from);
    },
    writeAll: (decoded, originOf) => {
      reserve(decoded.length);
      for (let i = 0; i < decoded.length; i++) put(decoded.charCodeAt(i), originOf(i));
    },
    finish: (end, spell) => {
      const originOf = (position: number): number => {
        if (position >= length) return end;
        const run = lastAtMost(starts, position);
        return (origins[run] as number) + (position - (starts[run] as number)) * (strides[run] as number);
      };
      return {
        text: textOf(units.subarray(0, length), allBits),
        toOuter: (edit) => ({
          ...edit,
          start: originOf(edit.start),
          end: originOf(edit.end),
          replacement: spell(edit.replacement),
        }),
      };
    },
  };
}

/** A text of these code units; one without wide ones is kept, and read, in half the room. */
function textOf(units: Uint16Array, allBits: number): string {
  if (allBits <= 0xff) return Buffer.from(units).toString('latin1');
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}

/** A part of a text, taken as it is. */
export function partOf(text: string, [from, to]: readonly [number, number], spell: Spelling = AS_IS): DecodedText {
  return {
    text: text.slice(from, to),
    toOuter: (edit) => ({
      ...edit,
      start: edit.start + from,
      end: edit.end + from,
      replacement: spell(edit.replacement),
    }),
  };
}

/** What a part of a text spells, as what the text spells there. */
export function inPart(text: string, span: readonly [number, number]): (decoded: DecodedText) => DecodedText {
  const part = partOf(text, span);
  return ({ toOuter, ...decoded }) => ({ ...decoded, toOuter: (edit) => part.toOuter(toOuter(edit)) });
}

/** The text of a JSON string, whose spelling (without quotes) is known to be well-formed. */
export function decodeJsonString(
  outer: string,
  [from, to]: readonly [number, number],
  isEscaped: boolean,
): DecodedText {
  // A slice of a string is read more slowly than a string.
  if (!isEscaped && to - from < LONG_TEXT) return partOf(outer, [from, to], IN_JSON_STRING);
  const text = JSON.parse(outer.slice(from - 1, to + 1)) as string;
  /** Where the character behind each escape stands, in the text and in its spelling; most texts have nothing to find. */
  let inner: number[] | null = null;
  let spelled: number[] = [];
  const readEscapes = (): number[] => {
    const ends: number[] = [];
    spelled = [];
    let lost = 0;
    for (let at = outer.indexOf('\\', from); at >= 0 && at < to; ) {
      const length = outer.charAt(at + 1) === 'u' ? 6 : 2;
      lost += length - 1;
      spelled.push(at + length);
      ends.push(at + length - from - lost);
      at = outer.indexOf('\\', at + length);
    }
    return ends;
  };
  const originOf = (position: number): number => {
    inner ??= readEscapes();
    const last = lastAtMost(inner, position);
    return last < 0 ? from + position : (spelled[last] as number) + position - (inner[last] as number);
  };
  return {
    text,
    toOuter: (edit) => ({
      ...edit,
      start: originOf(edit.start),
      end: originOf(edit.end),
      replacement: IN_JSON_STRING(edit.replacement),
    }),
  };
}

const LONG_TEXT = 1024;

/** Bytes, when they are what an encoding gave: UTF-8 as far as it is well-formed, else one character per byte. */
export function decodeBytes(bytes: Uint8Array): { readonly text: string; readonly origins: Int32Array } {
  const origins = new Int32Array(bytes.length + 1);
  // No sequence has more units than bytes.
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i] as number;
    const size = first < 0x80 ? 1 : sequenceLength(bytes, i);
    const codePoint = size === 1 ? first : codePointAt(bytes, i, size);
    origins[length] = i;
    if (codePoint <= 0xffff) units[length++] = codePoint;
    else {
      units[length++] = 0xd800 + ((codePoint - 0x10000) >> 10);
      origins[length] = i;
      units[length++] = 0xdc00 + (codePoint & 0x3ff);
    }
    i += size;
  }
  origins[length] = bytes.length;
  return { text: Buffer.from(units.buffer, 0, length * 2).toString('utf16le'), origins };
}

/** Length of the well-formed sequence that begins here; 1 where there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const size =
    first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 1;
  for (let k = 1; k < size; k++) if (((bytes[at + k] ?? 0) & 0xc0) !== 0x80) return 1;
  if (size > 2) {
    const codePoint = codePointAt(bytes, at, size);
    if (codePoint > 0x10ffff || codePoint < (size === 3 ? 0x800 : 0x10000)) return 1;
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 1;
  }
  return size;
}

function codePointAt(bytes: Uint8Array, at: number, size: number): number {
  let codePoint = (bytes[at] as number) & (0xff >> (size + 1));
  for (let k = 1; k < size; k++) codePoint = (codePoint << 6) | ((bytes[at + k] as number) & 0x3f);
  return codePoint;
}
