import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** The text of each page as a reader's programs find it. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text;
}

/** What the document says of itself, e.g. `Title`, `CreationDate`. */
export async function pdfInfo(pdf: Uint8Array): Promise<Record<string, unknown>> {
  const { info } = await getMeta(await getDocumentProxy(new Uint8Array(pdf)));
  return info;
}
