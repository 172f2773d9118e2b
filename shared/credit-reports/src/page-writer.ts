import { Canvas, type CanvasOptions, FOOT, HEAD, LEFT, MAX_HEIGHT, type Style, WIDTH } from './page-canvas.ts';
import { ACCENT, INK, MUTED, PALE, RULE } from './page-colors.ts';
import { COMFORTABLE, COMPACT } from './page-density.ts';
import { drawLegend, LEGEND_HEIGHT } from './page-history.ts';
import { drawMerged, mergedHeight } from './page-merged.ts';
import { drawTable, tableHeight } from './page-table.ts';
import type { Block, Fact, LabelledText, ScoreCard } from './page-blocks.ts';
import type { ReportFonts } from './report-fonts.ts';

/** A text is bounded before it comes here; this is only a stop. */
const MAX_TEXT_LINES = 60;

const TITLE: Style = { font: 'bold', size: 20, color: INK };
const EYEBROW: Style = { font: 'bold', size: 8.5, color: ACCENT };
const HEADING: Style = { font: 'bold', size: 11.5, color: ACCENT };
const LABEL: Style = { font: 'regular', size: 8.5, color: MUTED };
const TEXT: Style = { font: 'regular', size: 8.5, color: INK };
const STRONG: Style = { font: 'bold', size: 8.5, color: INK };
const SMALL: Style = { font: 'regular', size: 7.2, color: MUTED };
const SCORE: Style = { font: 'bold', size: 22, color: INK };
const FOOTER: Style = { font: 'regular', size: 7.5, color: MUTED };

export type PageOptions = {
  readonly fonts: ReportFonts;
  /** Shown at the foot of every page. */
  readonly footer: string;
  /** Of the document; shown at the head of every page but the first. */
  readonly title: string;
  /** The instant that the document states as that of its making, in epoch milliseconds. */
  readonly createdAt: number;
};

/**
 * The blocks as a PDF. The same input gives the same bytes.
 * @throws InvalidError `pdf_too_long`
 */
export async function writePages(blocks: readonly Block[], { footer, ...options }: PageOptions): Promise<Uint8Array> {
  const canvas = layOut(blocks, options);
  return await canvas.finish((page, pages) => {
    canvas.line(FOOT, RULE);
    canvas.draw(oneLine(canvas, footer, FOOTER, WIDTH - 90), FOOTER, { x: LEFT, top: FOOT + 7 });
    canvas.draw([`Page ${page} of ${pages}`], FOOTER, { x: LEFT, top: FOOT + 7, right: LEFT + WIDTH });
  });
}

type LayoutOptions = Omit<PageOptions, 'footer'>;

/**
 * Compact pages are fewer than those with an orphan page, or else the page before it ends early; where neither helps, the
 * orphan page stays. A canvas cannot move what it has drawn, so each layout is drawn anew.
 */
function layOut(blocks: readonly Block[], options: LayoutOptions): Canvas {
  const usual = drawBlocks(blocks, { ...options, density: COMFORTABLE, earlyBreak: null });
  if (!usual.hasOrphanPage) return usual;
  const { earlyBreak } = usual;
  const others = [
    { density: COMPACT, earlyBreak: null },
    ...(earlyBreak === null ? [] : [{ density: COMFORTABLE, earlyBreak }]),
  ];
  for (const other of others) {
    const canvas = drawBlocks(blocks, { ...options, ...other });
    if (!canvas.hasOrphanPage && canvas.pages <= usual.pages) return canvas;
  }
  return usual;
}

function drawBlocks(blocks: readonly Block[], options: Omit<CanvasOptions, 'onPage'>): Canvas {
  const canvas = new Canvas({
    ...options,
    onPage(page, number) {
      if (number === 1) return;
      page.draw(oneLine(page, options.title, LABEL), LABEL, { x: LEFT, top: HEAD - 16 });
      page.line(HEAD, RULE);
    },
  });
  for (const [index, block] of blocks.entries()) drawBlock(canvas, block, blocks.slice(index + 1, index + 3));
  return canvas;
}

function drawBlock(canvas: Canvas, block: Block, next: readonly Block[]): void {
  switch (block.kind) {
    case 'title':
      drawTitle(canvas, block);
      break;
    case 'scores':
      drawScores(canvas, block.cards);
      break;
    case 'heading':
      drawHeading(canvas, block, firstHeight(canvas, next));
      break;
    case 'facts':
      if (block.columns === 2) drawFactColumns(canvas, block.facts);
      else drawLabelled(canvas, textsOf(block), FACTS);
      break;
    case 'texts':
      drawLabelled(canvas, block.texts, TEXTS);
      break;
    case 'table':
      drawTable(canvas, block.columns, block.rows);
      break;
    case 'merged':
      drawMerged(canvas, block.columns, block.entries);
      break;
    case 'legend':
      drawLegend(canvas);
      break;
    case 'note':
      drawNote(canvas, block.text);
      break;
  }
}

function oneLine(canvas: Canvas, text: string, style: Style, width = WIDTH): string[] {
  return canvas.lines(text, style, { width, maxLines: 1 });
}

function drawTitle(canvas: Canvas, { title, facts, note }: Extract<Block, { kind: 'title' }>): void {
  const draw = (type: 'H1' | 'P', lines: readonly string[], style: Style) => {
    const top = canvas.y;
    canvas.content(type, () => canvas.draw(lines, style, { x: LEFT, top }));
    canvas.y += canvas.heightOf(lines.length, style);
  };
  draw('P', ['CREDIT REPORT'], EYEBROW);
  canvas.y += canvas.gap(3);
  draw('H1', canvas.lines(title, TITLE, { width: WIDTH, maxLines: 2 }), TITLE);
  canvas.y += canvas.gap(6);
  canvas.rule(canvas.y, ACCENT);
  canvas.y += canvas.gap(8);
  const share = WIDTH / facts.length;
  const placed = facts.map(({ label, value }) => ({
    label,
    lines: canvas.lines(value, STRONG, { width: share - 12, maxLines: 3 }),
  }));
  canvas.element('L', () => {
    for (const [index, { label, lines }] of placed.entries()) {
      const x = LEFT + index * share;
      canvas.element('LI', () => {
        canvas.content('Lbl', () => canvas.draw([label], LABEL, { x, top: canvas.y }));
        canvas.content('LBody', () => canvas.draw(lines, STRONG, { x, top: canvas.y + canvas.heightOf(1, LABEL) }));
      });
    }
  });
  canvas.y += canvas.heightOf(1 + Math.max(...placed.map(({ lines }) => lines.length)), STRONG) + canvas.gap(6);
  draw('P', canvas.lines(note, SMALL, { width: WIDTH, maxLines: 3 }), SMALL);
  canvas.y += canvas.gap(8);
}

const CARDS_PER_ROW = 4;
const CARD_GAP = 10;
const CARD_HEIGHT = 62;
const CARD_WIDTH = (WIDTH - CARD_GAP * (CARDS_PER_ROW - 1)) / CARDS_PER_ROW;

function drawScores(canvas: Canvas, cards: readonly ScoreCard[]): void {
  for (let start = 0; start < cards.length; start += CARDS_PER_ROW) {
    canvas.need(CARD_HEIGHT + CARD_GAP);
    for (const [index, card] of cards.slice(start, start + CARDS_PER_ROW).entries()) {
      const box = { x: LEFT + index * (CARD_WIDTH + CARD_GAP), top: canvas.y, width: CARD_WIDTH, height: CARD_HEIGHT };
      canvas.artifact(() => canvas.fill(box, { color: PALE, radius: 4 }));
      const line = (text: string, style: Style, down: number) =>
        canvas.draw(oneLine(canvas, text, style, CARD_WIDTH - 20), style, { x: box.x + 10, top: box.top + down });
      canvas.content('P', () => {
        line(card.of, STRONG, 7);
        line(card.score, SCORE, 16);
        line(card.detail, SMALL, 46);
      });
    }
    canvas.y += CARD_HEIGHT + CARD_GAP;
  }
}

/** Above the words, between them and the rule, below the rule. */
const HEADING_GAPS = { above: 10, between: 3, below: 6 } as const;

/** A heading stands on the same page as the beginning of what it is of. */
function drawHeading(
  canvas: Canvas,
  { text, count }: { readonly text: string; readonly count: string | null },
  nextHeight: number,
): void {
  const { above, between, below } = HEADING_GAPS;
  const height = canvas.heightOf(1, HEADING) + canvas.gap(above + between + below);
  if (!canvas.need(Math.min(height + nextHeight, MAX_HEIGHT))) canvas.y += canvas.gap(above);
  const shown = count === null ? text : `${text} (${count})`;
  canvas.content('H2', () => canvas.draw([shown], HEADING, { x: LEFT, top: canvas.y }));
  canvas.y += canvas.heightOf(1, HEADING) + canvas.gap(between);
  canvas.rule(canvas.y, RULE);
  canvas.y += canvas.gap(below);
}

/** Of what stands first below a heading. */
function firstHeight(canvas: Canvas, [block, following]: readonly Block[]): number {
  switch (block?.kind) {
    case 'legend':
      return LEGEND_HEIGHT + firstHeight(canvas, following === undefined ? [] : [following]);
    case 'merged':
      return mergedHeight(canvas, block.columns, block.entries);
    case 'table':
      return tableHeight(canvas, block.columns, block.rows);
    case 'facts':
      if (block.columns === 2) return pairHeight(canvas, factPair(canvas, textsOf(block), 0));
      return labelledHeight(canvas, labelledLines(canvas, textsOf(block)[0], FACTS), FACTS);
    case 'texts':
      return labelledHeight(canvas, labelledLines(canvas, block.texts[0], TEXTS), TEXTS);
    default:
      return 0;
  }
}

function textsOf({ facts }: { readonly facts: readonly Fact[] }): LabelledText[] {
  return facts.map(({ label, value }) => ({ label, text: value }));
}

type LabelledStyle = { readonly width: number; readonly labelWidth: number; readonly gap: number };
const FACTS: LabelledStyle = { width: WIDTH, labelWidth: 140, gap: 2 };
const HALF: LabelledStyle = { width: WIDTH / 2 - 8, labelWidth: 140, gap: 2 };
const TEXTS: LabelledStyle = { width: WIDTH, labelWidth: 140, gap: 3 };

type LabelledLines = { readonly labels: string[]; readonly lines: string[] };

function labelledLines(
  canvas: Canvas,
  item: LabelledText | undefined,
  { width, labelWidth }: LabelledStyle,
): LabelledLines {
  const { label = '', text = '' } = item ?? {};
  return {
    labels: label === '' ? [] : canvas.lines(label, LABEL, { width: labelWidth - 10, maxLines: 2 }),
    lines: canvas.lines(text, TEXT, { width: width - labelWidth, maxLines: MAX_TEXT_LINES }),
  };
}

function labelledHeight(canvas: Canvas, { labels, lines }: LabelledLines, { gap }: LabelledStyle): number {
  return canvas.heightOf(Math.max(labels.length, lines.length), TEXT) + canvas.gap(gap);
}

/** The texts of a row: two beside each other, from top to bottom on the left first. */
function factPair(canvas: Canvas, texts: readonly LabelledText[], row: number): LabelledLines[] {
  const beside = texts[row + Math.ceil(texts.length / 2)];
  return [texts[row], ...(beside === undefined ? [] : [beside])].map((item) => labelledLines(canvas, item, HALF));
}

function pairHeight(canvas: Canvas, pair: readonly LabelledLines[]): number {
  return Math.max(...pair.map((lines) => labelledHeight(canvas, lines, HALF)));
}

function drawFactColumns(canvas: Canvas, facts: readonly Fact[]): void {
  const texts = textsOf({ facts });
  const rows = Math.ceil(texts.length / 2);
  canvas.element('L', () => {
    for (let row = 0; row < rows; row += 1) {
      const pair = factPair(canvas, texts, row);
      const height = pairHeight(canvas, pair);
      canvas.need(height);
      for (const [index, lines] of pair.entries()) {
        drawItem(canvas, lines, { ...HALF, x: LEFT + index * (WIDTH - HALF.width) });
      }
      canvas.y += height;
    }
  });
  canvas.y += canvas.gap(6);
}

/** Labels on the left, what they are of beside them. */
function drawLabelled(canvas: Canvas, texts: readonly LabelledText[], style: LabelledStyle): void {
  canvas.element('L', () => {
    for (const item of texts) {
      const found = labelledLines(canvas, item, style);
      const height = labelledHeight(canvas, found, style);
      canvas.need(Math.min(height, MAX_HEIGHT));
      drawItem(canvas, found, { ...style, x: LEFT });
      canvas.y += height;
    }
  });
}

function drawItem(
  canvas: Canvas,
  { labels, lines }: LabelledLines,
  { x, labelWidth }: LabelledStyle & { readonly x: number },
): void {
  const top = canvas.y;
  canvas.element('LI', () => {
    if (labels.length > 0) canvas.content('Lbl', () => canvas.draw(labels, LABEL, { x, top }));
    canvas.content('LBody', () => canvas.draw(lines, TEXT, { x: x + labelWidth, top }));
  });
}

function drawNote(canvas: Canvas, text: string): void {
  const lines = canvas.lines(text, LABEL, { width: WIDTH, maxLines: MAX_TEXT_LINES });
  const height = canvas.heightOf(lines.length, LABEL) + canvas.gap(6);
  canvas.need(height);
  canvas.content('P', () => canvas.draw(lines, LABEL, { x: LEFT, top: canvas.y + canvas.gap(4) }));
  canvas.y += height;
}
