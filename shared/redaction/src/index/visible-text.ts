import type { Span } from '../edits.ts';
import { remembering } from '../remembering.ts';
import type { Escapes } from '../unfold/decoded-text.ts';

/** A line of its own where a table of a page begins or ends: what stands before it says nothing of what stands behind. */
export const TABLE_EDGE = '\u001d';

/** Begins a cell of a table, whose rows are read from its elements. */
export const CELL_BEGINS = '\v';

/** Whether two places in what is seen lie in rows of a table, and not in the same column of them. */
export function areOtherColumns(visible: string, first: number, second: number): boolean {
  if (!visible.slice(first, second).includes('\n')) return false;
  const row = visible.slice(visible.lastIndexOf('\n', second - 1) + 1, second);
  const above = visible.slice(visible.lastIndexOf('\n', first - 1) + 1, first);
  return row.includes(CELL_BEGINS) && row.match(/\v/g)?.length !== above.match(/\v/g)?.length;
}

/** Within a word or between two words of one line. */
const INLINE =
  /^<\/?(?:wbr|span|b|i|u|em|strong|font|su[bp]|small|big|mark|nobr|a|abbr|code|tt|s|kbd|label|w:\w+|o:p|[a-z]+-[a-z]+)[\s/>]/i;

/**
 * What a person sees of XML or HTML: rows of tables are lines, their cells parted by tabs, other elements are lines of their
 * own, and what only changes letters parts no word.
 */
export const VISIBLE: Escapes = {
  sign: new RegExp(
    [
      String.raw`<!\[CDATA\[|\]\]>|<!--[^<]*?-->`,
      // White space between cells is layout of the source and is not shown.
      String.raw`\s*</?t(?:[dhr]|able|head|body)(?:\s[^<>]*)?>\s*`,
      String.raw`</?[\p{L}_?][^<>]*>|<![^<>[]*>`,
    ].join('|'),
    'giu',
  ),
  // Tags without attributes are few, and fill most pages.
  textOf: remembering(visibleSign, 16),
};

function visibleSign(sign: string): string {
  const tag = sign.trim();
  if (tag.startsWith('<!') || tag === ']]>') return '';
  if (/^<\/(?:t[dh]|dt)[\s>]/i.test(tag)) return '';
  if (/^<\/?table[\s/>]/i.test(tag)) return `\n${TABLE_EDGE}\n`;
  // Rows of tables are read from the elements: their cells are no columns of a text.
  if (/^<t[dh][\s/>]/i.test(tag)) return CELL_BEGINS;
  if (INLINE.test(tag)) return '';
  return /^<\/?dd[\s/>]/i.test(tag) ? ' ' : '\n';
}

/** The pieces of a span of markup that stand between its tags, which stay. */
export function betweenTags(markup: string, { start, end }: Span): readonly Span[] {
  const pieces: Span[] = [];
  let from = start;
  for (const { 0: tag, index } of markup.slice(start, end).matchAll(VISIBLE.sign)) {
    if (start + index > from) pieces.push({ start: from, end: start + index });
    from = start + index + tag.length;
  }
  if (end > from) pieces.push({ start: from, end });
  return pieces;
}
