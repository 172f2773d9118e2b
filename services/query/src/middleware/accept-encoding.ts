/** Codings that answers can be sent in beside `identity`; of two that the client likes equally the first is taken. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** A name and how much it is liked: `q` from 0 to 1 with at most three decimals (RFC 9110 §12.4.2). */
const MEMBER = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[\t ]*;[\t ]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/;
/** More than any client knows; what stands behind them is not looked at. */
const MAX_MEMBERS = 32;

/**
 * The coding that a client likes best, by `Accept-Encoding` (RFC 9110 §12.5.3); null for the bytes as they are. Members
 * that cannot be read say nothing. A client that refuses all of what there is, the bytes as they are included, gets those:
 * an answer that it may not expect is more use than none.
 * @param header all lines of it, joined by commas; undefined where none was sent.
 */
export function chooseCoding(header: string | undefined): Coding | null {
  if (header === undefined) return null;
  const liked = new Map<string, number>();
  for (const member of header.toLowerCase().split(',', MAX_MEMBERS)) {
    const [, name, weight = '1'] = MEMBER.exec(member.trim()) ?? [];
    if (name !== undefined) liked.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  const others = liked.get('*') ?? 0;
  let best: { coding: Coding; weight: number } | null = null;
  for (const coding of CODINGS) {
    const weight = liked.get(coding) ?? others;
    if (weight > (best?.weight ?? 0)) best = { coding, weight };
  }
  // Liked less than the bytes as they are, it is not taken; who does not name those likes any coding better.
  return best !== null && best.weight >= (liked.get('identity') ?? 0) ? best.coding : null;
}
