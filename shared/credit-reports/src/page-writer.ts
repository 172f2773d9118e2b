import { Canvas, FOOT, HEAD, heightOf, LEFT, MAX_HEIGHT, type Style, WIDTH } from './page-canvas.ts';
import { ACCENT, INK, MUTED, PALE, RULE } from './page-colors.ts';
import { drawTable } from './page-table.ts';
import type { Block, Fact, LabelledText, ScoreCard } from './report-blocks.ts';
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
  /** Shown at the head of every page but the first, and as the title of the document. */
  readonly title: string;
  /** The instant that the document states as that of its making, in epoch milliseconds. */
  readonly createdAt: number;
};

/**
 * The blocks as a PDF. The same input gives the same bytes.
 * @throws InvalidError `pdf_too_long`
 */
export async function writePages(blocks: readonly Block[], { footer, ...options }: PageOptions): Promise<Uint8Array> {
  const canvas = new Canvas({
    ...options,
    onPage(page, number) {
      if (number === 1) return;
      page.draw(oneLine(page, `Credit report · ${options.title}`, LABEL), LABEL, { x: LEFT, top: HEAD - 16 });
      page.rule(HEAD, RULE);
    },
  });
  for (const [index, block] of blocks.entries()) drawBlock(canvas, block, blocks[index + 1]);
  return await canvas.finish((page, pages) => {
    canvas.rule(FOOT, RULE);
    canvas.draw(oneLine(canvas, footer, FOOTER, WIDTH - 90), FOOTER, { x: LEFT, top: FOOT + 7 });
    canvas.draw([`Page ${page} of ${pages}`], FOOTER, { x: LEFT, top: FOOT + 7, right: LEFT + WIDTH });
  });
}

function drawBlock(canvas: Canvas, block: Block, next: Block | undefined): void {
  switch (block.kind) {
    case 'title':
      drawTitle(canvas, block.title, block.facts);
      break;
    case 'scores':
      drawScores(canvas, block.cards);
      break;
    case 'heading':
      drawHeading(canvas, block, firstHeight(canvas, next));
      break;
    case 'facts':
      drawLabelled(canvas, textsOf(block), FACTS);
      break;
    case 'texts':
      drawLabelled(canvas, block.texts, TEXTS);
      break;
    case 'table':
      drawTable(canvas, block.columns, block.rows);
      break;
    case 'note':
      drawNote(canvas, block.text);
      break;
  }
}

function oneLine(canvas: Canvas, text: string, style: Style, width = WIDTH): string[] {
  return canvas.lines(text, style, { width, maxLines: 1 });
}

function drawTitle(canvas: Canvas, name: string, facts: readonly Fact[]): void {
  canvas.y = canvas.draw(['CREDIT REPORT'], EYEBROW, { x: LEFT, top: canvas.y }) + 3;
  const lines = canvas.lines(name, TITLE, { width: WIDTH, maxLines: 2 });
  canvas.y = canvas.draw(lines, TITLE, { x: LEFT, top: canvas.y }) + 6;
  canvas.rule(canvas.y, ACCENT);
  canvas.y += 8;
  const share = WIDTH / facts.length;
  const bottoms = facts.map(({ label, value }, index) => {
    const x = LEFT + index * share;
    const top = canvas.draw([label], LABEL, { x, top: canvas.y });
    return canvas.draw(canvas.lines(value, STRONG, { width: share - 12, maxLines: 3 }), STRONG, { x, top });
  });
  canvas.y = Math.max(...bottoms) + 10;
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
      canvas.box(box, { color: PALE, radius: 4 });
      const line = (text: string, style: Style, down: number) =>
        canvas.draw(oneLine(canvas, text, style, CARD_WIDTH - 20), style, { x: box.x + 10, top: box.top + down });
      line(card.of, STRONG, 7);
      line(card.score, SCORE, 16);
      line(card.detail, SMALL, 46);
    }
    canvas.y += CARD_HEIGHT + CARD_GAP;
  }
}

const HEADING_HEIGHT = heightOf(1, HEADING) + 19;
/** A table's header and a usual row. */
const TABLE_START = 56;

/** A heading stands on the same page as the beginning of what it is of. */
function drawHeading(
  canvas: Canvas,
  { text, count }: { readonly text: string; readonly count: string | null },
  nextHeight: number,
): void {
  if (!canvas.need(Math.min(HEADING_HEIGHT + nextHeight, MAX_HEIGHT))) canvas.y += 10;
  const shown = count === null ? text : `${text} (${count})`;
  canvas.y = canvas.draw([shown], HEADING, { x: LEFT, top: canvas.y }) + 3;
  canvas.rule(canvas.y, RULE);
  canvas.y += 6;
}

function firstHeight(canvas: Canvas, block: Block | undefined): number {
  if (block?.kind === 'facts') return labelledHeight(labelledLines(canvas, textsOf(block)[0], FACTS), FACTS);
  if (block?.kind === 'texts') return labelledHeight(labelledLines(canvas, block.texts[0], TEXTS), TEXTS);
  return TABLE_START;
}

function textsOf({ facts }: { readonly facts: readonly Fact[] }): LabelledText[] {
  return facts.map(({ label, value }) => ({ label, text: value }));
}

type LabelledStyle = { readonly labelWidth: number; readonly gap: number };
const FACTS: LabelledStyle = { labelWidth: 132, gap: 2 };
const TEXTS: LabelledStyle = { labelWidth: 84, gap: 4 };

type LabelledLines = { readonly labels: string[]; readonly lines: string[] };

function labelledLines(canvas: Canvas, item: LabelledText | undefined, { labelWidth }: LabelledStyle): LabelledLines {
  const { label = '', text = '' } = item ?? {};
  return {
    labels: canvas.lines(label, LABEL, { width: labelWidth - 10, maxLines: 2 }),
    lines: canvas.lines(text, TEXT, { width: WIDTH - labelWidth, maxLines: MAX_TEXT_LINES }),
  };
}

function labelledHeight({ labels, lines }: LabelledLines, { gap }: LabelledStyle): number {
  return heightOf(Math.max(labels.length, lines.length), TEXT) + gap;
}

/** Labels on the left, what they are of beside them. */
function drawLabelled(canvas: Canvas, texts: readonly LabelledText[], style: LabelledStyle): void {
  for (const item of texts) {
    const found = labelledLines(canvas, item, style);
    const height = labelledHeight(found, style);
    canvas.need(Math.min(height, MAX_HEIGHT));
    canvas.draw(found.labels, LABEL, { x: LEFT, top: canvas.y });
    canvas.draw(found.lines, TEXT, { x: LEFT + style.labelWidth, top: canvas.y });
    canvas.y += height;
  }
}

function drawNote(canvas: Canvas, text: string): void {
  const lines = canvas.lines(text, LABEL, { width: WIDTH, maxLines: MAX_TEXT_LINES });
  canvas.need(heightOf(lines.length, LABEL) + 10);
  canvas.y = canvas.draw(lines, LABEL, { x: LEFT, top: canvas.y + 6 });
}
