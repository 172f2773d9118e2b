export const INK = '#1f2933';
export const MUTED = '#5f6c7b';
export const PALE = '#eef2f6';
export const RULE = '#d3dae2';
export const ACCENT = '#1d4e89';
