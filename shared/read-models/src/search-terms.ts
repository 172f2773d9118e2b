/**
 * Search terms of a contact: normalised values matched by equality in one multikey field. The writer derives them from
 * the contact, the reader from the request, with the same functions. `e:` e-mail, `p:` phone digits.
 */

/** North American numbers are written with and without their country code; the last ten digits are what both share. */
const NATIONAL_NUMBER_DIGITS = 10;
/** ITU-T E.164 allows fifteen digits; fewer than seven digits identify nobody. */
const MIN_PHONE_DIGITS = 7;
const MAX_PHONE_DIGITS = 15;

export function emailTerm(email: string): string | null {
  const folded = email.trim().normalize('NFKC').toLowerCase();
  return folded === '' ? null : `e:${folded}`;
}

/** The terms a stored phone number is found by: all its digits, and its last ten. */
export function phoneTerms(phone: string): string[] {
  const digits = phoneDigits(phone);
  if (digits === null) return [];
  const national = digits.slice(-NATIONAL_NUMBER_DIGITS);
  return national === digits ? [`p:${digits}`] : [`p:${digits}`, `p:${national}`];
}

/** The one term a requested phone number is looked up by; null when it cannot be a phone number. */
export function phoneTerm(phone: string): string | null {
  const digits = phoneDigits(phone);
  if (digits === null) return null;
  // A full number of the North American plan is looked up by what it shares with a number stored without country code.
  const northAmerican = digits.length === NATIONAL_NUMBER_DIGITS + 1 && digits.startsWith('1');
  return `p:${northAmerican ? digits.slice(1) : digits}`;
}

function phoneDigits(phone: string): string | null {
  const digits = phone.normalize('NFKC').replace(/[^0-9]/g, '');
  return digits.length >= MIN_PHONE_DIGITS && digits.length <= MAX_PHONE_DIGITS ? digits : null;
}
