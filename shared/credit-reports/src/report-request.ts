/** Under these stands what was asked of the bureau. It names the person only where the answer does not. */
const ASKED = new Set(['request', 'originalinputs', 'input', 'creditrequest', 'requestdata', 'consumerpii']);

/** @param name plain name of a member. */
export function isAsked(name: string): boolean {
  return ASKED.has(name);
}
