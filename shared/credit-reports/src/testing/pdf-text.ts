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

/** Where the line above the foot of a page stands, in points from its bottom. */
const FOOT = 44;

/** How far down the text of each page reaches above its foot, in points from its top. */
export async function pdfDepths(pdf: Uint8Array): Promise<number[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const page = await document.getPage(index + 1);
    const [, , , height = 0] = page.view;
    const { items } = await page.getTextContent();
    const baselines = items.flatMap((item) => ('transform' in item ? [Number(item.transform[5])] : []));
    return height - Math.min(...baselines.filter((baseline) => baseline > FOOT));
  });
  return await Promise.all(pages);
}
