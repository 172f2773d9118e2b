/** Raised by any change that makes the same report look otherwise; PDFs of earlier layouts are made anew. */
export const PDF_LAYOUT_VERSION = 4;
