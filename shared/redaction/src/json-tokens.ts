export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const MINUS = 0x2d;
export const ZERO = 0x30;
const PLUS = 0x2b;

const IS_ESCAPED = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /["\\/bfnrtu]/.test(String.fromCharCode(code)) ? 1 : 0,
);

// Where the tokens of RFC 8259 end, in a text's code units with a null behind them; -1 for what is none.

/** End of the escape that begins with the backslash here, or -1 when it is none. */
export function escapeEnd(units: Uint16Array, backslash: number): number {
  const escaped = units[backslash + 1] as number;
  if (IS_ESCAPED[escaped] !== 1) return -1;
  if (escaped !== 0x75) return backslash + 2;
  for (let k = 2; k < 6; k++) if (!isHex(units[backslash + k] as number)) return -1;
  return backslash + 6;
}

function isHex(code: number): boolean {
  return (code >= ZERO && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

function digitsEnd(units: Uint16Array, from: number): number {
  let i = from;
  let code = units[i] as number;
  while (code >= ZERO && code <= 0x39) code = units[++i] as number;
  return i;
}

export function numberEnd(units: Uint16Array, from: number): number {
  let i = from;
  if ((units[i] as number) === MINUS) i++;
  const whole = i;
  i = digitsEnd(units, i);
  if (i === whole || (i > whole + 1 && (units[whole] as number) === ZERO)) return -1;
  if ((units[i] as number) === 0x2e) {
    const fraction = i + 1;
    i = digitsEnd(units, fraction);
    if (i === fraction) return -1;
  }
  const exponent = units[i] as number;
  if (exponent === 0x65 || exponent === 0x45) {
    i++;
    const sign = units[i] as number;
    if (sign === PLUS || sign === MINUS) i++;
    const power = i;
    i = digitsEnd(units, power);
    if (i === power) return -1;
  }
  return i;
}

export function literalEnd(text: string, from: number): number {
  for (const literal of ['null', 'true', 'false']) if (text.startsWith(literal, from)) return from + literal.length;
  return -1;
}
