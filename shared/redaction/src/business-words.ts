/** The owner of a taxpayer's number is named this near before it, its type this near behind it. */
const REACH_BEFORE = 160;
const REACH_AFTER = 80;
const BUSINESS_OR_PERSON =
  /(business|compan(?:y|ies)|employer|corp|\binc\b|\bl\.?l\.?[cp]\b|\bltd\b|merchant|firm\b|organi[sz]ation|lender|creditor|\bbank|vendor|partnership|(?<![a-z])entity|trust\b|federal|f?ein\b)|owner|guarantor|principal|applicant|borrower|consumer|subject|person|individual|signer|officer|member|customer|client|spouse|social/gi;
/** `TaxpayerIdentifierType="EmployerIdentificationNumber"`, `Identifier Type: EIN` */
const TYPE = /type(?:code)?["']?(?:\W|<[^<>]{0,40}>){1,8}(?:(f?ein(?![a-z])|employer)|social|ssn|individual)/gi;

/**
 * Whether a taxpayer's number at `start` is a business', by its type beside it, else by the owner that the text names last before
 * it. Types on both sides that differ are of two numbers; then it is taken for a person's.
 */
export function isOfBusiness(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - REACH_BEFORE), start);
  const ofBusiness = typeIn(before, -1);
  const after = typeIn(text.slice(start, start + REACH_AFTER), 0);
  if (ofBusiness !== null && after !== null) return ofBusiness && after;
  if (after !== null) return after;
  return [...before.matchAll(BUSINESS_OR_PERSON)].at(-1)?.[1] !== undefined;
}

/** Whether the type at this place among those of a text is an employer's; null when there is none. */
function typeIn(text: string, at: number): boolean | null {
  const type = [...text.matchAll(TYPE)].at(at);
  return type === undefined ? null : type[1] !== undefined;
}
