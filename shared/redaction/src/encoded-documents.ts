import { constants, inflateSync } from 'node:zlib';
import { mayHoldText } from './byte-texts.ts';

/*
 * Documents in base64: what they say is compressed or drawn, so they are not read and go whole. They are told by how they
 * begin, in the letters of both alphabets.
 */

/** PDF (behind up to two bytes of a group too), PNG, ZIP: no chance wherever they stand. */
const LONG_SIGNATURE = /JVBERi0|[CSiy]VQREYt|[AEIMQUYcgkosw048]lUERGL|iVBORw0KG|UEsDB[A-P]/;
/** gzip, TIFF in both byte orders, JPEG: may stand in a path or a word. */
const SHORT_SIGNATURE = /H4sI[A-H]|SUk[qr]A|TU0AK|[/_]9j[/_][w-z0-9+/_-]/y;
/** zlib: two bytes, so that the rest must bear it out. */
const ZLIB = /e(?:A[E-H]|F[4-7]|J[w-z]|N[o-r])/y;
/** The same with percent codes for letters; for texts that are decoded in parts only. */
const SPELLED = /JVBERi0|iVBORw0KG|UEsDB|H4sI|SUk[qr]A|TU0AK|(?:\/|%2[fF])9j(?:\/|%2[fF])/;

/** gzip of anything has more letters. */
const SHORTEST_DOCUMENT = 24;
/** zlib of seven digits has as many. */
const SHORTEST_ZLIB = 20;
/** Each may read all of the run. */
const MAX_TRIES = 4;
/** What has become this long without a mistake is no chance. */
const MAX_INFLATED = 64 * 1024;

/** Whether percent codes in a text may be those of a document. */
export function mayBeSpelledDocument(text: string): boolean {
  return /%[02]/.test(text) && SPELLED.test(text);
}

/**
 * The piece of a run of base64 with which a document begins, or -1.
 *
 * @param spans where the pieces begin and end, in turn
 */
export function documentPiece(letters: string, spans: readonly number[]): number {
  if (letters.length < SHORTEST_ZLIB) return -1;
  const long = letters.length < SHORTEST_DOCUMENT ? -1 : letters.search(LONG_SIGNATURE);
  let triesLeft = MAX_TRIES;
  let at = 0;
  for (let i = 0; i < spans.length; i += 2) {
    const next = at + (spans[i + 1] as number) - (spans[i] as number);
    if (long >= at && long < next) return i / 2;
    const left = letters.length - at;
    if (left < SHORTEST_ZLIB) break;
    if (left >= SHORTEST_DOCUMENT && beginsAt(SHORT_SIGNATURE, letters, at)) return i / 2;
    if (triesLeft > 0 && beginsAt(ZLIB, letters, at)) {
      triesLeft--;
      if (isZlib(Buffer.from(letters.slice(at), 'base64'))) return i / 2;
    }
    at = next;
  }
  return -1;
}

function beginsAt(signature: RegExp, letters: string, at: number): boolean {
  signature.lastIndex = at;
  return signature.test(letters);
}

/** Whole with its sum, or text as far as it goes. */
function isZlib(bytes: Buffer): boolean {
  return inflates(bytes, constants.Z_FINISH, () => true) || inflates(bytes, constants.Z_SYNC_FLUSH, mayBeText);
}

function mayBeText(inflated: Buffer): boolean {
  return mayHoldText(inflated, inflated.length);
}

function inflates(bytes: Buffer, finishFlush: number, isContent: (inflated: Buffer) => boolean): boolean {
  try {
    return isContent(inflateSync(bytes, { finishFlush, maxOutputLength: MAX_INFLATED }));
  } catch (error) {
    // Other letters that begin so by chance end in a mistake of their own.
    return error instanceof RangeError;
  }
}
