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

/** The structure that a screen reader walks through, page by page, as pdf.js gives it: `role`, `alt`, `children`. */
export async function pdfStructure(pdf: Uint8Array): Promise<unknown[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1));
  return await Promise.all(pages.map(async (page) => (await page).getStructTree()));
}
