/** Private characters around what is to stand in JSON text letter by letter; no generated value has them. */
const OPEN = '\ue000';
const CLOSE = '\ue001';
const SPELLED = new RegExp(`"${OPEN}([^${CLOSE}]*)${CLOSE}"`, 'g');

/** A value that `jsonText` writes exactly so: `1.10`, `6.6e8`, `"\u0036"`. */
export function spelled(text: string): string {
  return OPEN + text + CLOSE;
}

export function isSpelled(text: string): boolean {
  return text.startsWith(OPEN);
}

/** `JSON.stringify`, with spelled values as they are spelled. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(SPELLED, (_, inner: string) => JSON.parse(`"${inner}"`) as string);
}
