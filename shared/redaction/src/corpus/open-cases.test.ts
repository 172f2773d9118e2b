import { expect, it } from 'vitest';
import { redactJsonText } from '../redact-json-text.ts';
import { redactText } from '../redact-text.ts';

/** What processors and their systems write by accident, and the redactor leaves: each row moves into the corpus with its rule. */
const LEAKING_TEXTS = [
  'ssn card # 412663971',
  "ss card copy rec'd, # 412663971",
  'Socials - Ann 412663971, Bo 531847296',
  '412663971 (socials)',
  '412663971 wife (social)',
  'SNN 412663971',
  'uses ssn as ein: 412663971',
  'SSN mismatch: 412663971 vs 531847296',
  'wrong social on app 412663971 s/b 531847296',
  'her soc is 412663971 his is 531847296',
  'Q: SSN? A: 412663971',
  'last4 soc 4671',
  'SSN4 4671',
  'L4 4671 verified social',
];

const LEAKING_JSON = [
  '[{"body":"can you send your social?"},{"body":"412663971"}]',
  '{"id_type":"SSN","id_mask":"4671"}',
  '{"applicant":{"firstName":"Ann"},"LLC_BI__Tax_Identification_Number__c":"412663971"}',
  '{"q12_socialSecurity":{"field_1":"412","field_2":"66","field_3":"3971"}}',
  '{"p":{"name":"Priya Raghunathan","federalTaxId":"412663971"}}',
  '{"note":"ssn 412=\\r\\n66=2D3971"}',
];

const BENIGN_BUT_TAKEN = ['{"socialId":"412663971"}', '{"rate":"712 / 45 / 6780"}'];

const LEFT = /412663971|531847296|4671|"412"|3971/;

it.each(LEAKING_TEXTS)('goes: %s', (text) => {
  expect(redactText(text)).not.toMatch(LEFT);
});

it.each(LEAKING_JSON)('goes from %s', (json) => {
  expect(redactJsonText(json).text).not.toMatch(LEFT);
});

it.each(BENIGN_BUT_TAKEN)('stays: %s', (json) => {
  expect(redactJsonText(json).text).toBe(json);
});
