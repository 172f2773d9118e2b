/** Raised by any change that makes the same report look otherwise; clients that hold one of an earlier layout get it anew. */
export const PDF_LAYOUT_VERSION = 12;
