import { classesOf } from '../character-classes.ts';
import { findSpans } from '../text-spans.ts';
import type { DecodedText } from '../unfold/decoded-text.ts';
import { decodingsOf } from '../unfold/decodings.ts';

export function unfoldings(text: string): readonly DecodedText[] {
  return decodingsOf(text, classesOf(text), findSpans(text));
}
