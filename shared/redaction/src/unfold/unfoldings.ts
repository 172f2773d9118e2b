import { decodeBase64Runs } from './base64.ts';
import type { DecodedText } from './decoded-text.ts';
import {
  decodeBackslashes,
  decodeEntities,
  decodePercent,
  decodeQuotedPrintable,
  decodeQuotedReply,
  dropInvisible,
} from './escapes.ts';

/** Spellings of characters, and what a text has where one of them may stand for a part of a number, a word or a structure. */
const SPELLINGS: readonly (readonly [may: RegExp, decode: (text: string) => DecodedText])[] = [
  [/\\[^\s\\]|\\\\[^\s]/, decodeBackslashes],
  // A space or a dash only between digits: paths and addresses have many.
  [
    /%(?:u[\da-f]{4}|[3-7][\da-f]|2[2357BF]|[c-f][\da-f]%)|\d%[02][\da-f]|%[02][\da-f]\d|%20(?:ss|soc|is)/i,
    decodePercent,
  ],
  [
    /&(?:#|(?:lt|gt|quot|nbsp|[a-z]{1,3}sp|[a-z]{0,4}dash|shy|zwn?j|[lr][sc](?:qb|ub)|sup\d|[a-z]{3,16}(?<!amp|apos))\b|amp;(?:#|[a-z]))/i,
    decodeEntities,
  ],
  // Parameters of addresses have codes too, but none of these.
  [/=(?:\r?\n|2D|3D)/, decodeQuotedPrintable],
  [/\n[\t ]{0,2}>/, decodeQuotedReply],
  [/\p{L}[\u00ad\u200b-\u200f\u2060\ufeff]+\p{L}/u, dropInvisible],
];

/** The texts that a text may be in other spellings, and those in the base64 that it holds. */
export function unfoldings(text: string): readonly DecodedText[] {
  const decodings: DecodedText[] = [];
  for (const [may, decode] of SPELLINGS) {
    if (!may.test(text)) continue;
    const decoded = decode(text);
    if (decoded.text !== text) decodings.push(decoded);
  }
  decodings.push(...decodeBase64Runs(text));
  return decodings;
}
