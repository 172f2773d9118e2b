export const INK = '#1f2933';
export const MUTED = '#556270';
export const PALE = '#eef2f6';
export const RULE = '#d3dae2';
export const ACCENT = '#1d4e89';

/** Behind the signs of a payment history; the signs tell the same without them. */
export const PAID = '#dcefe1';
export const LATE = '#fdf0c8';
export const LATER = '#fbdcb0';
export const SERIOUS = '#f4beb5';
