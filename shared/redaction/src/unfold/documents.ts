/** Base64 of a document has more letters: even gzip of nothing does. */
const SHORTEST_DOCUMENT = 24;

/*
 * Documents in base64: what they say is compressed or drawn, so they are not read and go whole. They are told by how they
 * begin, in the letters of both alphabets.
 */

/** PDF, also behind a line break or a byte order mark, PNG, ZIP: no chance wherever in a run they stand. */
const LONG_SIGNATURES: readonly (readonly [kind: string, signature: RegExp])[] = [
  ['PDF', /JVBERi0|[CSiy]VQREYt|[AEIMQUYcgkosw048]lUERGL/],
  ['PNG', /iVBORw0KG/],
  ['ZIP', /UEsDB[A-P]/],
];
/** gzip, TIFF in both byte orders, JPEG: the letters may stand in a word or a path, so that only a beginning tells. */
const SHORT_SIGNATURES: readonly (readonly [kind: string, signature: RegExp])[] = [
  ['gzip', /^H4sI[A-H]/],
  ['TIFF', /^(?:SUk[qr]A|TU0AK)/],
  ['JPEG', /^[/_]9j[/_][w-z0-9+/_-]/],
];
const ANY_LONG = new RegExp(LONG_SIGNATURES.map(([, { source }]) => source).join('|'));

/** A document in the letters of a run: what it is, and at which letter it begins. Null where there is none. */
export function documentIn(letters: string): { readonly kind: string; readonly at: number } | null {
  if (letters.length < SHORTEST_DOCUMENT) return null;
  const short = SHORT_SIGNATURES.find(([, signature]) => signature.test(letters));
  if (short !== undefined) return { kind: short[0], at: 0 };
  const at = letters.search(ANY_LONG);
  if (at < 0) return null;
  const rest = letters.slice(at, at + SHORTEST_DOCUMENT);
  return { kind: LONG_SIGNATURES.find(([, signature]) => signature.test(rest))?.[0] ?? 'document', at };
}

/** What stands in a document's place: what it was and how large, so that a reader knows what is missing. */
export function documentNote(kind: string, letters: number): string {
  return `[removed: ${kind}, ${Math.ceil((letters * 3) / 4 / 1024)} KiB]`;
}
