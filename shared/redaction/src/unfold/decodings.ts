import { lastAtMost } from '../ascending-numbers.ts';
import { classesOf, mayHoldBase64, mayNest } from '../character-classes.ts';
import type { Span } from '../digit-runs.ts';
import { findSpans, joinedSpans, LONGEST_WHOLE, type TextSpans } from '../text-spans.ts';
import { decodeBase64Runs } from './base64.ts';
import { type DecodedText, inPart } from './decoded-text.ts';
import { mayBeSpelledDocument } from './documents.ts';
import {
  decodeBackslashes,
  decodeEntities,
  decodePercent,
  decodeQuotedPrintable,
  decodeQuotedReply,
  mayBeQuotedPrintable,
} from './escapes.ts';

/**
 * The texts that a text, or a part of it, may be in other spellings. Of a long text that spells nothing but signs so
 * (`SMITH &amp; CO`) only the parts are read in which a number may stand.
 */
export function decodingsOf(text: string, classes: number, { hints, spans }: TextSpans): readonly DecodedText[] {
  const decodings: DecodedText[] = [];
  const add = (decoded: DecodedText): void => {
    if (decoded.text !== text) decodings.push(decoded);
  };
  if (mayNest(classes)) {
    for (const { sign, spells, decode } of SPELLINGS) {
      if (!text.includes(sign)) continue;
      const isWhole = text.length <= LONGEST_WHOLE || (sign === '%' && mayBeSpelledDocument(text));
      const parts = isWhole ? null : partsToDecode(text, spells, { hints, spans });
      if (parts === null) add(decode(text));
      else for (const span of parts) add(inPart(text, span)(decode(text.slice(...span))));
    }
  }
  if (mayBeQuotedPrintable(text)) add(decodeQuotedPrintable(text));
  if (text.includes('>')) add(decodeQuotedReply(text));
  if (mayHoldBase64(classes)) for (const decoded of decodeBase64Runs(text)) add(decoded);
  return decodings;
}

/** The texts that a value may stand for in another encoding (base64, percent, …). */
export function hiddenTexts(text: string): readonly string[] {
  return decodingsOf(text, classesOf(text), findSpans(text)).map((decoded) => decoded.text);
}

type Spelling = {
  readonly sign: string;
  /** One spelled character; in a group those that may be a digit, a letter, a quote or a bracket. */
  readonly spells: RegExp;
  readonly decode: (text: string) => DecodedText;
};

const SPELLINGS: readonly Spelling[] = [
  { sign: '\\', spells: /\\(?:([ux"'\\{}[\]<>])|.)/gs, decode: decodeBackslashes },
  { sign: '%', spells: /%(?:([3-7uU]|2[2357])|[0-9a-fA-F])/g, decode: decodePercent },
  {
    sign: '&',
    spells: /&(?:(#|lt;?|gt;?|quot;?|amp;?(?:#|[a-zA-Z]\w{1,23};)|[lr][sc](?:qb|ub);|sup\d;)|[a-zA-Z]\w{1,23};?)/g,
    decode: decodeEntities,
  },
];

/** A word about SSNs and its number stand this near. */
const REACH = 192;

/** The parts in which a spelled sign stands beside a word about SSNs or between digits; null: what is spelled says more. */
function partsToDecode(text: string, spells: RegExp, { hints, spans }: TextSpans): readonly Span[] | null {
  const starts = spans.map(([start]) => start);
  const parts: [number, number][] = [];
  for (const { 0: spelling, 1: hides, index } of text.matchAll(spells)) {
    if (hides !== undefined) return null;
    const span = isNear(hints, index) ? spans[lastAtMost(starts, index)] : undefined;
    const last = parts.at(-1);
    if (last !== undefined && index < last[1]) continue;
    const end = index + spelling.length;
    if (span !== undefined) parts.push([span[0], span[1]]);
    else if (hasDigitBefore(text, index) && hasDigitBehind(text, end)) parts.push([index - REACH, end + REACH]);
  }
  return joinedSpans(text, parts);
}

function isNear(hints: readonly number[], at: number): boolean {
  const before = lastAtMost(hints, at + REACH);
  return before >= 0 && (hints[before] as number) >= at - REACH;
}

/** No number has more between its digits, tags aside. */
const MAX_GAP = 9;
const MAX_TAG = 256;
/** A digit may be of another script, or outside the basic plane. */
const DIGITS = /[\d\p{N}\ud800-\uffff]/u;

function hasDigitBefore(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - MAX_GAP), at);
  if (DIGITS.test(near) || !near.includes('>')) return DIGITS.test(near);
  const before = text.slice(Math.max(0, at - MAX_TAG), at);
  return DIGITS.test(before.replace(TAGS, '').slice(-MAX_GAP));
}

function hasDigitBehind(text: string, at: number): boolean {
  const near = text.slice(at, at + MAX_GAP);
  if (DIGITS.test(near) || !near.includes('<')) return DIGITS.test(near);
  return DIGITS.test(
    text
      .slice(at, at + MAX_TAG)
      .replace(TAGS, '')
      .slice(0, MAX_GAP),
  );
}

const TAGS = /<[^<>]*>/g;
