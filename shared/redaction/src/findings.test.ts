import { describe, expect, it } from 'vitest';
import type { Finding } from './findings.ts';
import { inspectText, type TextFormat } from './redact-command-text.ts';

const inspect = (text: string, format: TextFormat = 'json', keepList: readonly string[] = []) =>
  inspectText(text, format, new Set(keepList));
const shown = (findings: readonly Finding[]) => findings.map(({ rule, path }) => `${rule} ${path}`);

describe('findings', () => {
  it('name the rule and the path of each number', () => {
    const { text, findings } = inspect(
      '{"consumers":[{"ssn":"666453920"},{"ssn":"666-45-3921"}],"note":"call 666 45 3920","n":6.66453920e8}',
    );
    expect(text).toBe(
      '{"consumers":[{"ssn":"***-**-****"},{"ssn":"***-**-****"}],"note":"call ***-**-****","n":"***-**-****"}',
    );
    expect(shown(findings)).toEqual([
      'key consumers[].ssn',
      'key consumers[].ssn',
      expect.stringMatching(/^(subject|pattern) note$/),
      'subject n',
    ]);
  });

  it('lead into a report within a string, XML within that, and base64', () => {
    const xml = '<CREDIT_RESPONSE><BORROWER _SSN="666453920"/></CREDIT_RESPONSE>';
    const report = JSON.stringify({ feed: { raw: xml } });
    const { findings } = inspect(
      JSON.stringify({ report, blob: Buffer.from('{"ssn":"666453920"}').toString('base64') }),
    );
    expect(shown(findings)).toEqual([
      'key report > feed.raw > CREDIT_RESPONSE.BORROWER._SSN',
      expect.stringMatching(/^(key|subject) blob > ssn$/),
    ]);
  });

  it('tell the line in text without structure, and the element in XML', () => {
    expect(shown(inspect('Hello,\nmy SSN is 666-45-3920.\n', 'text').findings)).toEqual([
      expect.stringMatching(/^(pattern|context|subject) line 2$/),
    ]);
    expect(shown(inspect('<a>\n<b ssn="666453920">x</b></a>', 'text').findings)).toEqual(['key a.b.ssn']);
  });

  it('never show a number that is part of a path, however it is written there', () => {
    const keys = ['666453920', '666-45-3920', '666%2D45%2D3920', '\\u0036\\u0036\\u0036453920', 'a 666 45 3920 b'];
    const members = keys.map((key) => `"${key}":{"ssn":"666453920"}`).join(',');
    const { findings } = inspect(`{"ssn":"666453920","666":{"45":{"3920":{"ssn":"666453920"}}},${members}}`);
    expect(findings.length).toBeGreaterThan(keys.length * 2);
    const paths = findings.map(({ path }) => path).join('\n');
    expect(paths).not.toMatch(/453920|3920|u0036/);
  });

  it('show nothing that moves the cursor, and no long names', () => {
    const [finding] = inspect(`{"${'x'.repeat(5_000)}\u009b2J\u202e":{"ssn":"666453920"}}`).findings;
    expect(finding?.path.length).toBeLessThanOrEqual(160);
    expect(finding?.path).not.toMatch(/[\u009b\u202e]/);
  });

  it('of custom fields that are nine digits and nothing else, but for those on the keep list', () => {
    const event = JSON.stringify({
      type: 'ContactChanged',
      customFields: [
        { id: 'f1', valueJson: '"666453920"' },
        { valueJson: '666453921', id: 'f2' },
        { id: 'f3', valueJson: '666453922' },
      ],
    });
    const { text, findings } = inspect(event, 'json', ['f2']);
    expect(shown(findings)).toEqual(['custom_field customFields[].valueJson', 'custom_field customFields[].valueJson']);
    const { customFields } = JSON.parse(text) as { customFields: { valueJson: string }[] };
    expect(customFields.map(({ valueJson }) => JSON.parse(valueJson))).toEqual([
      '***-**-****',
      666453921,
      '***-**-****',
    ]);
  });
});
