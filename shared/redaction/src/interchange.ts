import { digitsOf } from './characters.ts';

/**
 * Formats of data interchange in which a code beside a number, or its place, says that it is an SSN: X12 segments, HL7
 * version 2, payment messages, loan files of fixed columns, form data of PDF.
 */
export type InterchangedNumber = { readonly start: number; readonly end: number; readonly digits: string };

/** All formats below have one of these: a cheap look. */
const ANY = /NM1|N1[*|^+!]|REF[*|^+!]|PID\||\^SS|SOSE|03A|\/V\s?\(/;
const NUMBER = String.raw`(?<number>\d{3}-?\d{2}-?\d{4})`;
const FORMATS: readonly RegExp[] = [
  // ANSI X12: 34 qualifies a person's id in NM1 and N1, SY a reference. 24 and EI are employers'.
  new RegExp(String.raw`\bNM1(?<sign>[*|^+!])[^~\r\n]{0,160}?\k<sign>34\k<sign>${NUMBER}(?![\d-])`, 'dg'),
  new RegExp(
    String.raw`\bN1(?<sign>[*|^+!])[^~\r\n*|^+!]{0,8}\k<sign>[^~\r\n*|^+!]{0,80}\k<sign>34\k<sign>${NUMBER}(?![\d-])`,
    'dg',
  ),
  new RegExp(String.raw`\bREF(?<sign>[*|^+!])SY\k<sign>${NUMBER}(?![\d-])`, 'dg'),
  // HL7 version 2: the 19th field of PID, and ids of the type SS (table 0203).
  new RegExp(String.raw`\bPID\|(?:[^|\r\n]{0,250}\|){18}${NUMBER}(?=[|^~\r\n]|$)`, 'dg'),
  new RegExp(String.raw`(?<![\d-])${NUMBER}\^[^|~\r\n]{0,80}\^SS(?![A-Za-z])`, 'dg'),
  // ISO 20022 and SWIFT: a party's social security number.
  new RegExp(String.raw`\bSOSE\/(?:[A-Z]{2}\/)?${NUMBER}(?![\d-])`, 'dg'),
  // Residential loan files (1003, version 3.2): an applicant's record begins with the number.
  new RegExp(String.raw`(?<![^\r\n])03A(?:BW|QZ)${NUMBER}(?![\d-])`, 'dg'),
  // Form data of PDF: the value stands before or behind the field's name.
  new RegExp(String.raw`\/V\s?\(${NUMBER}\)\s?\/T\s?\([^()\r\n]{0,120}(?:SSN|Social|ITIN)`, 'dgi'),
  new RegExp(String.raw`\/T\s?\([^()\r\n]{0,120}(?:SSN|Social|ITIN)[^()\r\n]{0,40}\)\s?\/V\s?\(${NUMBER}\)`, 'dgi'),
];

/** Rule 5 on numbers that a code or a place of a format names. Time is linear. */
export function findInterchanged(text: string): readonly InterchangedNumber[] {
  if (!ANY.test(text)) return [];
  const found: InterchangedNumber[] = [];
  for (const format of FORMATS) {
    for (const match of text.matchAll(format)) {
      const [start, end] = match.indices?.groups?.number ?? [0, 0];
      found.push({ start, end, digits: digitsOf(text.slice(start, end)) });
    }
  }
  return found;
}
