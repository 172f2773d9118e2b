/** Texts that a rule once took, or nearly: each must come out as it went in. */
export const BENIGN_TEXTS: readonly string[] = [
  'v123.45.6789',
  'version 123.45.6789',
  'a,123,45,6789,b',
  'Social Security benefits 123456789 cents',
  'Social Security income 1234567',
  'assoc. sec. 666453920',
  'First Natl Assn 021000021',
  '+351 123 45 6789',
  '0 30 60 90 120 45 1234 1',
  '123          45          6789',
  'SSN verified, card ending in 1113',
  'SSN issued 1985',
  'SSN valid; account ending 1113',
  'SSN on file; zip 787011234',
  '36.36.36.34.35.33.39.32.31',
  'ISSN 12345678',
  'C:\\2020\\123\\45',
];

/** JSON that must come out as it went in. */
export const BENIGN_JSON: readonly string[] = [
  '{"issn":"123456789","fedTaxId":"123456789","salesTaxNumber":"123456789","propertyTaxId":"123456789"}',
  '{"facebookSocialId":"123456789","socialAccountId":"123456789","socialSecurityTips":"123456789"}',
  '{"headers":["Name","Zip","SSN verified"],"rows":[["A","787011234","123456780"]]}',
  '{"headers":["Name","SSN","Zip"],"rows":[["A",null,"787011234"],["B","N/A",787011235]]}',
  '[["SSN","none"],["Account","700812345"]]',
  '{"term":"60","number":"666453920"}',
  '{"column":"Zip","value":"787011234"}',
  '{"question":"SSN on file?","answer":"2019"}',
  '{"incomes":[{"type":"SocialSecurity","amount":1234567}]}',
  '{"cardLast4":"1113","account_last_4":"1113","last4":"1113"}',
  '{"TaxpayerIdentifierType":{"#text":"EmployerIdentificationNumber"},"TaxpayerIdentifierValue":{"#text":"123456789"}}',
  '{"TaxpayerIdentifierType":["EmployerIdentificationNumber"],"TaxpayerIdentifierValue":["123456789"]}',
  '{"type":"account","value":{"number":"123456789"}}',
  '{"type":"Driver License","identificationNumber":["123456789"]}',
];
