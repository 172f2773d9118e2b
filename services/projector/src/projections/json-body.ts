/** Bodies are finished JSON: what an API answer shows is decided here, once, and the query service copies the bytes. */

/** Plain data as the API shows it; `RawJson` stands for text that is JSON already. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | RawJson
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** JSON text that is spliced in byte for byte, because decoding and encoding it would change how numbers are spelled. */
export class RawJson {
  readonly text: string;

  /** @param text exactly one JSON value. */
  constructor(text: string) {
    this.text = text;
  }
}

/** UTF-8 JSON. Members come in the order in which they are written in the source. */
export function jsonBytes(value: JsonValue): Uint8Array {
  return Buffer.from(jsonText(value));
}

/** ISO-8601 in UTC with milliseconds, as every instant of the API. `instant` is in epoch milliseconds. */
export function isoInstant(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

function jsonText(value: JsonValue): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
