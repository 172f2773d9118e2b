import { describe, expect, it } from 'vitest';
import { redactJsonText } from './redact-json-text.ts';
import { isRecoverable } from './testing/planted-number-oracle.ts';
import { BENIGN, reportShapes } from './testing/report-fixtures.ts';

const pairs = [
  { subject: '666453920', other: '991917364' },
  { subject: '219640718', other: '900784412' },
  { subject: '012853947', other: '078051120' },
];

describe.each(Object.entries(reportShapes))('a %s report', (_, shape) => {
  it.each(pairs)('comes out without its numbers ($subject, $other), pretty or compact', (ssns) => {
    for (const indent of [0, 2]) {
      const text = JSON.stringify(shape(ssns), null, indent);
      const redacted = redactJsonText(text).text;
      expect(isRecoverable(text, ssns.subject)).toBe(true);
      for (const number of Object.values(ssns)) expect(isRecoverable(redacted, number), redacted).toBe(false);
      expect(redacted).not.toContain(ssns.subject.replace(/^0+/, ''));
      expect(JSON.parse(redacted)).toBeTypeOf('object');
    }
  });

  it('keeps addresses, accounts, telephones, dates, payment patterns and employer ids', () => {
    const [ssns] = pairs as [(typeof pairs)[0]];
    const text = JSON.stringify(shape(ssns));
    const redacted = redactJsonText(text).text;
    for (const [name, value] of Object.entries(BENIGN)) {
      expect(redacted.split(value).length, name).toBe(text.split(value).length);
    }
  });

  it('changes nothing more when redacted again', () => {
    const [ssns] = pairs as [(typeof pairs)[0]];
    const once = redactJsonText(JSON.stringify(shape(ssns))).text;
    expect(redactJsonText(once)).toEqual({ text: once, redactions: 0 });
  });

  it('differs from its source in nothing but the numbers', () => {
    const [ssns] = pairs as [(typeof pairs)[0]];
    const text = JSON.stringify(shape(ssns));
    const spellings = /(?<!\d)(?:666453920|666[- ]45[- ]3920|991917364|991[- ]91[- ]7364)(?!\d)/g;
    const masked = text.replace(/"ssn_last4":"3920"/, '"ssn_last4":"***-**-****"').replace(spellings, '***-**-****');
    expect(redactJsonText(text).text).toBe(masked.replaceAll(/:\*\*\*-\*\*-\*\*\*\*/g, ':"***-**-****"'));
  });
});
