/** Width of a text, in the unit of the room. */
export type Measure = (text: string) => number;
export type Room = { readonly width: number; readonly maxLines: number };

/**
 * The lines of `text` that fit into the room; a word that is wider than a line is broken, and what does not fit into
 * `maxLines` ends in an ellipsis.
 */
export function textLines(text: string, measure: Measure, { width, maxLines }: Room): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.split(' ').flatMap((word) => pieces(word, measure, width));
  for (const { piece, glued } of words) {
    const longer = line === '' ? piece : line + (glued ? '' : ' ') + piece;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = piece;
    if (lines.length === maxLines) break;
  }
  if (lines.length < maxLines) lines.push(line);
  else if (line !== '') lines[maxLines - 1] = shortened(lines[maxLines - 1] ?? '', measure, width);
  return lines;
}

type Piece = { readonly piece: string; readonly glued: boolean };

/** A word, or as many parts of it as it needs lines; those that continue a word are glued to it. */
function pieces(word: string, measure: Measure, width: number): Piece[] {
  if (measure(word) <= width) return [{ piece: word, glued: false }];
  const found: Piece[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      found.push({ piece, glued: found.length > 0 });
      piece = '';
    }
    piece += character;
  }
  return [...found, { piece, glued: found.length > 0 }];
}

function shortened(line: string, measure: Measure, width: number): string {
  const characters = [...line];
  while (characters.length > 0 && measure(`${characters.join('')}…`) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
