/**
 * Writings that once got through, or nearly: one row per miss, never removed. The number stands for the event's subject
 * unless a row says otherwise.
 */
export const CORPUS_SSN = '666453920';

/** Texts (JSON strings and keys) beside `"ssn": "666453920"`. */
export const SUBJECT_WRITINGS: readonly (readonly [name: string, text: string])[] = [
  ['wide gaps', '666          45          3920'],
  ['words between groups', '666and45and3920'],
  ['a letter between groups', '666x45x3920'],
  ['dashes spelled as words', '6 dash 6 dash 6 dash 4 dash 5 dash 3 dash 9 dash 2 dash 0'],
  ['an exponent after a word that ends with e', 'see 6.6645392e8, ok'],
  ['an exponent without a leading digit', '.66645392e9'],
  ['an exponent with zeros', '6.6645392e0008'],
  ['a power of ten', '6.6645392 × 10^8'],
  ['a power of ten in superscript', '6.6645392×10⁸'],
  ['a hexadecimal number', 'id 0x27b947a0'],
  ['percent-u escapes', '%u0036%u0036%u0036%u0034%u0035%u0033%u0039%u0032%u0030'],
  ['octal escapes', '\\066\\066\\066\\064\\065\\063\\071\\062\\060'],
  ['long escapes', '\\U00000036\\U00000036\\U00000036453920'],
  ['entities with many zeros', '&#0000000000054;&#0000000000054;&#0000000000054;453920'],
  ['entities of direction marks', '666&lrm;45&rlm;3920'],
  ['entities of hair spaces', '666&hairsp;45&ZeroWidthSpace;3920'],
  ['code points', 'U+0036 U+0036 U+0036 U+0034 U+0035 U+0033 U+0039 U+0032 U+0030'],
  ['hex with underscores', '36_36_36_34_35_33_39_32_30'],
  ['hex with dots', '36.36.36.34.35.33.39.32.30'],
  ['hex of UTF-16, little end first', '360036003600340035003300390032003000'],
  ['hex of UTF-16, big end first', '003600360036003400350033003900320030'],
];

/** JSON in which nothing but its own names and labels tell. */
export const NAMED_PLACES: readonly (readonly [name: string, json: string])[] = [
  ['SSAN', '{"SSAN":"666453920"}'],
  ['an agency number', '{"ssa_number":"666453920"}'],
  ['a prefixed ITIN', '{"borrowerItin":"666453920"}'],
  ['a prefixed TIN', '{"applicant_tin":"666453920"}'],
  ['a name in Cyrillic look-alikes', '{"ѕѕn":"666453920"}'],
  ['a name with an invisible sign', '{"s\u200bsn":"666453920"}'],
  ['a name with a percent escape', '{"s%73n":"666453920"}'],
  ['a name with an entity', '{"&#115;sn":"666453920"}'],
  ['last four below socialSecurity', '{"socialSecurity":{"last4":"3920"}}'],
  ['last four of an ITIN', '{"itinLast4":"3920"}'],
  ['last four of a tax id', '{"tax_id_last_4":3920}'],
  ['a display form', '{"ssnDisplay":"XXXXX3920"}'],
  ['a question about last four', '{"question":"Last four digits of your Social Security Number?","answer":"3920"}'],
  ['an audit entry', '{"field":"ssn","old":"666453920","new":"666453921"}'],
  ['a named old value', '{"fieldName":"ssn","oldValue":"666453920"}'],
  ['a card', '{"documentType":"Social Security Card","number":"666453920"}'],
  ['an attribute', '{"attribute":"SSN","value":"666453920"}'],
  ['one-letter names', '{"k":"ssn","v":"666453920"}'],
  ['a pair', '[["SSN","666453920"],["Zip","787011234"]]'],
  ['headers and rows', '{"headers":["Name","SSN"],"rows":[["A","666453920"],["B",666453921]]}'],
  [
    'rows with nothing before it',
    '{"headers":["Name","Born","SSN"],"rows":[["A",null,"666453920"],[true,null,666453921]]}',
  ],
  ['a first row of names', '[["Name","SSN"],["A","666453920"],["B","666453921"]]'],
  ['an HTML table', '{"v":"<table><tr><th>Name</th><th>SSN</th></tr><tr><td>A</td><td>666453920</td></tr></table>"}'],
  [
    'an HTML table with head and body',
    '{"v":"<table><thead><tr><th>Name</th><th>SSN</th></tr></thead><tbody><tr><td>A</td><td>666453920</td></tr></tbody></table>"}',
  ],
  ['a system', '{"system":"http://hl7.org/fhir/sid/us-ssn","value":"666453920"}'],
  [
    'values that a converter from XML wrapped in lists',
    '{"TaxpayerIdentifierType":["SocialSecurityNumber"],"TaxpayerIdentifierValue":["666453920"]}',
  ],
  [
    'values that a converter from XML wrapped in objects',
    '{"TaxpayerIdentifierType":{"#text":"SocialSecurityNumber"},"TaxpayerIdentifierValue":{"#text":"666453920"}}',
  ],
  ['an object below a label', '{"type":"SSN","value":{"number":"666453920"}}'],
  ['a list below a label', '{"type":"SSN","values":["666453920"]}'],
  ['a list of numbers below a label', '{"key":"ssn","value":[666453920]}'],
];

/** Free texts in which nothing but words tell. */
export const NAMED_IN_TEXT: readonly string[] = [
  'S.S. # 666453920',
  's-s-n: 666453920',
  'S S N 666453920',
  'SS: 666453920',
  'her SS is 666453920',
  'Soc No 666453920',
  'soc# 666453920',
  'SSAN 666453920',
  'tax payer id 666453920',
  'SocialSecurityNumber: 666453920',
  'ＳＳＮ 666453920',
  'S\u200bSN 666453920',
  '666453920 (borrower SSN)',
  '666453920 (social)',
  '"666453920" is not a valid SSN',
  "Value '666453920' at path 'ssn' is invalid",
  'SSN/EIN 666453920',
  '666453920 (número de seguro social)',
  '6 6 6 - 4 5 - 3 9 2 0',
  'XXXXX3920 ssn',
  'last 4 of SSN: 3920',
  'last four SSN 3920',
  'last four digits of social security number: 3920',
  'SSN (last 4): 3920',
  'SSN ...3920',
  'social ending in 3920',
];
