/**
 * Rows of the corpus that no CRM, bureau or processor writes by accident; every other row is an accident and must hold. Rows are
 * named by their text, or by their name where they have one.
 */

/** Are not looked for, as the README says and why: a number in them goes only where something else names it. */
export const NOT_LOOKED_FOR: ReadonlySet<string> = new Set([
  // Digits or bytes one by one, with their positions or under names of their own.
  'digits in objects with their positions',
  'digits with their positions',
  'bytes',
  'bytes with dashes',
  'bytes by their positions',
  'bytes by position',
  `${[...'666453920'].map((digit) => `<input name="ssn[]" value="${digit}">`).join('')}`,
  // Parts without the zeros that JSON numbers lose, or beside another digit; hundredths.
  'parts beside something short',
  'parts without their zeros',
  'fields without their zeros',
  'digits without the zero',
  'hundredths',
  // Letters, which need no escaping either, in a name.
  'a name with a percent escape',
  'a name with an entity',
  // A number that is the name of its own type.
  'a number as a name',
  // Digits, which need no escaping, escaped twice and three times.
  "a taxpayer's number that was escaped twice",
  "a taxpayer's number that was escaped three times",
]);

/** Odd, and yet they go. */
export const ODD_BUT_GONE: ReadonlySet<string> = new Set([
  'entities with many zeros',
  'entities of direction marks',
  'entities of hair spaces',
  'parts of any name in an object',
  'digits of any name in an object',
  'a long integer in halves',
  'a long integer that lost a zero',
  'a big integer',
  'my social is six six six four five three nine two oh',
]);
