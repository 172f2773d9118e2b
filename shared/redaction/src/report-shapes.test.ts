import { describe, expect, it } from 'vitest';
import { redactJsonText } from './redact-json-text.ts';
import { creditReportShapes, shortReportText } from './testing/credit-report-fixtures.ts';
import { isRecoverable } from './testing/planted-number-oracle.ts';

const pairs = [
  { ssn: '666453920', variationSsn: '991917364' },
  { ssn: '219640718', variationSsn: '900784412' },
  { ssn: '012853947', variationSsn: '078051120' },
];

describe.each(creditReportShapes)('a report in the shape %s', (shape) => {
  it.each(pairs)('comes out without its numbers ($ssn, $variationSsn), pretty or compact', (numbers) => {
    for (const indent of [0, 2]) {
      const text = JSON.stringify(JSON.parse(shortReportText(shape, numbers)), null, indent);
      const redacted = redactJsonText(text).text;
      expect(isRecoverable(text, numbers.ssn)).toBe(true);
      for (const number of Object.values(numbers)) expect(isRecoverable(redacted, number), redacted).toBe(false);
      expect(redacted).not.toContain(numbers.ssn.replace(/^0+/, ''));
      expect(JSON.parse(redacted)).toBeTypeOf(typeof JSON.parse(text));
    }
  });

  it('differs from its source in nothing but the numbers: addresses, accounts, dates and employer ids stay', () => {
    const [numbers] = pairs as [(typeof pairs)[0]];
    const text = shortReportText(shape, numbers);
    const spellings = /(?<!\d)(?:666[-. ]?45[-. ]?(?:3920|0000)|991[-. ]?91[-. ]?7364)(?!\d)/g;
    const masked = text.replace(/"ssn_last4":"3920"/, '"ssn_last4":"***-**-****"').replace(spellings, '***-**-****');
    const { text: redacted } = redactJsonText(text);
    expect(redacted).toBe(masked.replaceAll(/:\*\*\*-\*\*-\*\*\*\*/g, ':"***-**-****"'));
    expect(redactJsonText(redacted)).toEqual({ text: redacted, redactions: 0 });
  });
});
