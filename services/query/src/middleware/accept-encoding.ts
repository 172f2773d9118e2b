/** Supported codings beside `identity`; the first one wins where the client weighs them equally. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** A name and its weight: `q` from 0 to 1 with at most three decimals (RFC 9110 §12.4.2). */
const MEMBER = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[\t ]*;[\t ]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/;
/** More than any client sends; further members are ignored. */
const MAX_MEMBERS = 32;

/**
 * The coding that a client prefers, by `Accept-Encoding` (RFC 9110 §12.5.3); null for identity. Unreadable members are
 * ignored. A client that refuses every coding and identity gets identity: an unexpected response is more use than none.
 * @param header all lines of it, joined by commas; undefined where none was sent.
 */
export function chooseCoding(header: string | undefined): Coding | null {
  if (header === undefined) return null;
  const weights = new Map<string, number>();
  for (const member of header.toLowerCase().split(',', MAX_MEMBERS)) {
    const [, name, weight = '1'] = MEMBER.exec(member.trim()) ?? [];
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  const others = weights.get('*') ?? 0;
  let best: { coding: Coding; weight: number } | null = null;
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? others;
    if (weight > (best?.weight ?? 0)) best = { coding, weight };
  }
  // Identity wins by a higher weight only; a client that does not name it prefers any coding.
  return best !== null && best.weight >= (weights.get('identity') ?? 0) ? best.coding : null;
}
