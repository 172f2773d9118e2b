import { CONTEXTS } from './evidence/fields.ts';
import { readLabel, readName } from './names.ts';

/** What the name that a location gives a custom field, or its id, says of all that is in it. */
export function contextOf(name: string, id: string): number {
  const label = readLabel(name);
  if ([label, readLabel(id), readName(name).says, readName(id).says].includes('sure')) return CONTEXTS.sure;
  return label === null || label === 'other' ? 0 : CONTEXTS[label];
}

/** A federal tax id may be the person's, who is the contact. */
const EMPLOYER_ID = /\bf?ein\b|employer|(?:business|company|corporate)\W{0,3}(?:fed\w*\W{0,3})?tax|duns/i;

/** Whether nine digits of a field are known to be no SSN: by the keep list, or by a name that says that they are an employer's. */
export function isKept(id: string, name: string, keepList: ReadonlySet<string>): boolean {
  const label = readLabel(name);
  return keepList.has(id) || ((label === null || label === 'other') && EMPLOYER_ID.test(name));
}
