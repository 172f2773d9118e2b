import { describe, expect, it } from 'vitest';
import { type Evidence, judge } from './judge.ts';
import { redactEvent } from './redact-event.ts';
import { redactJsonText } from './redact-json-text.ts';
import type { ValueForm } from './values.ts';

/** A value of each form, as JSON. */
const VALUES: Readonly<Record<ValueForm, string>> = {
  nine: '"531847296"',
  separated: '"531-84-7296"',
  grouped: '"531 847 296"',
  zip: '"53184-7296"',
  employer: '"53-1847296"',
  short: '"53184729"',
  four: '"7296"',
  masked: '"XXX-XX-7296"',
  tail: '"*****7296"',
  text: '"see 7296 there"',
  nothing: '"on file"',
};

const shape = {
  identityPaths: [],
  opaquePaths: [],
  jsonBytesPaths: [],
  jsonTextPaths: ['customFields[].valueJson'],
  droppedPaths: [],
};
const json = (text: string): boolean => redactJsonText(text).text !== text;
const customField = (valueJson: string): boolean =>
  redactEvent({ customFields: [{ id: 'f', valueJson }] }, shape, { customFieldKeepList: new Set() }).redactions > 0;

/** Where a value stands to have that evidence, and the forms that go there: all others stay. */
const CELLS: readonly (readonly [Evidence, (value: string) => boolean, string])[] = [
  ['named', (value) => json(`{"ssn":${value}}`), 'nine separated grouped zip employer short four masked tail text'],
  [
    'sure',
    (value) => json(`{"columns":["Name","SSN"],"rows":[["A",${value}]]}`),
    'nine separated grouped zip employer short four masked tail',
  ],
  ['likely', (value) => json(`{"social":${value}}`), 'nine separated grouped zip employer short masked tail'],
  ['likely', (value) => json(`{"verifiedSSN":${value}}`), 'nine separated grouped zip employer short masked tail'],
  ['below', (value) => json(`{"sin":${value}}`), 'nine separated grouped zip'],
  ['taxpayer', (value) => json(`{"taxpayerId":${value}}`), 'nine separated grouped zip short masked tail'],
  ['custom-field', customField, 'nine separated grouped masked'],
  ['alone', (value) => json(`{"note":${value}}`), 'separated masked'],
  ['other', (value) => json(`{"taxIdType":"EIN","taxId":${value}}`), ''],
];

/** What stays by this evidence, and goes by its form or by the words in it when the text is searched. */
const GO_OTHERWISE: ReadonlySet<string> = new Set(['masked below', 'other', 'separated other', 'masked other']);

describe.each(CELLS)('evidence %s', (evidence, isGone, gone) => {
  it.each(Object.entries(VALUES) as [ValueForm, string][])('and the form %s', (form, value) => {
    const goes = gone.split(' ').includes(form);
    expect(judge(form, evidence)).toBe(goes);
    expect(isGone(value)).toBe(goes || GO_OTHERWISE.has(`${form} ${evidence}`));
  });
});
