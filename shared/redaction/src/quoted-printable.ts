import { AS_IS, type DecodedText, decodeBytes } from './decoded-text.ts';
import type { Edit } from './edits.ts';
import { decodeMatches } from './escapes.ts';

const EQUALS = 0x3d;
/**
 * What only bodies of mails have: a dash, an equals sign, a sign outside ASCII, a soft line break, or spaces between the
 * groups of a number. Queries have `=20` and `=53` too.
 */
const EVIDENCE =
  /=(?:2D|3D|C[23]=[89AB][0-9A-F]|E[23]=[89AB][0-9A-F]=[89AB][0-9A-F]|EF=BC=[89][0-9A-F]|[ \t]{0,8}(?:\r?\n|\\r?\\n))|\d=20\d{2}=20\d/;
const CODES = /(?:=[0-9A-F]{2})+|=[ \t]{0,8}(?:\r?\n|\\r\\n|\\n)/g;
const LINE_BREAK_AT_END = /=[ \t]{0,8}(?:\r?\n|\\r\\n|\\n)$/;
const UPPER_HEX = /^[0-9A-F]{2}$/;

/** Whether a part of a text may be quoted-printable: a cheap look, because few strings have an equals sign. */
export function mayBeQuotedPrintable(text: string, from = 0, to = text.length): boolean {
  for (let i = from; i < to; i++)
    if (text.charCodeAt(i) === EQUALS) return EVIDENCE.test(text.slice(Math.max(from, i - 1), to));
  return false;
}

/** Undoes the escapes and soft line breaks of quoted-printable (RFC 2045); null where nothing says that it is that. */
export function decodeQuotedPrintable(text: string): DecodedText | null {
  if (!mayBeQuotedPrintable(text)) return null;
  const decoded = decodeMatches(text, CODES, AS_IS, (match, at, writer) => {
    if (!UPPER_HEX.test(match.slice(1, 3))) return;
    const { text: signs, origins } = decodeBytes(Buffer.from(match.replaceAll('=', ''), 'hex'));
    writer.writeAll(signs, (k) => at + (origins[k] as number) * 3);
  });
  if (decoded === null) return null;
  // What is found ends before a line break, not behind it.
  const toOuter = (edit: Edit): Edit => {
    const outer = decoded.toOuter(edit);
    const [lineBreak = ''] = LINE_BREAK_AT_END.exec(text.slice(outer.start, outer.end)) ?? [];
    return { ...outer, end: outer.end - lineBreak.length };
  };
  return { text: decoded.text, toOuter };
}
