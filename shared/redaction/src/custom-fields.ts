import { CONTEXTS } from './evidence/fields.ts';
import { asksForNumber } from './evidence/prose.ts';
import { readLabel, readName } from './names.ts';
import { normalized } from './normalized.ts';

/** What the name that a location gives a custom field, or its id, says of all that is in it. */
export function contextOf(name: string, id: string): number {
  return namesNumber(id) ? CONTEXTS.sure : contextOfName(name);
}

function contextOfName(name: string): number {
  if (namesNumber(name)) return CONTEXTS.sure;
  const label = readLabel(name);
  if (label === 'taxpayer') return CONTEXTS.taxpayer;
  if (label === 'likely' || label === 'about') return CONTEXTS.likely;
  // A question or a remark is no label.
  return label === null && asksForNumber(normalized(name)) ? CONTEXTS.likely : 0;
}

function namesNumber(text: string): boolean {
  const label = readLabel(text);
  return label === 'sure' || readName(text).says === 'sure';
}

/** Whether nine digits of a field are known to be no SSN: by the keep list, or by a name that says that they are an employer's. */
export function isKept(id: string, name: string, keepList: ReadonlySet<string>): boolean {
  return keepList.has(id) || namesEmployerId(name);
}

function namesEmployerId(name: string): boolean {
  const label = readLabel(name);
  return (label === null || label === 'other') && EMPLOYER_ID.test(name);
}

/** A federal tax id may be the person's, who is the contact. */
const EMPLOYER_ID = /\bf?ein\b|employer|(?:business|company|corporate)\W{0,3}(?:fed\w*\W{0,3})?tax|duns/i;
