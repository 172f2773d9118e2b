import { describe, expect, it } from 'vitest';
import type { Finding } from './findings.ts';
import { inspectText } from './inspect-file.ts';

const inspect = (text: string, format: 'json' | 'text' = 'json') => inspectText(text, format);
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
    const [finding] = inspect(`{"\u009b2J\u202e${'x'.repeat(5_000)}":{"ssn":"666453920"}}`).findings;
    expect(finding?.path.length).toBeLessThanOrEqual(160);
    expect(finding?.path).not.toMatch(/[\u009b\u202e]/);
  });

  const because = (text: string, format: 'json' | 'text' = 'json') =>
    inspect(text, format).findings.map((finding) => `${finding.rule}: ${finding.because}`);

  it.each([
    ['{"subjectSocialNum":"666453920"}', ['key: subjectSocialNum']],
    ['{"socialSecurities":[{"number":"666453920"}]}', ['key: below socialSecurities']],
    ['{"ssns":{"666453920":"x"}}', ['key: below ssns']],
    ['{"typeCode":"SSN","value":"666453920"}', ['sibling: typeCode: SSN']],
    ['{"type":{"coding":[{"code":"SSN"}]},"value":"666453920"}', ['sibling: code: SSN']],
    ['{"idType1":"EIN","idValue1":"1","idType2":"SSN","idValue2":"666453920"}', ['sibling: idType2: SSN']],
    ['{"otherIdentification":[{"type":"S","number":"666453920"}]}', ['key: below otherIdentification']],
    ['[["Name","SSN","Co SSN"],["A",null,"666453920"]]', ['sibling: column Co SSN']],
    ['{"columns":[{"name":"id"},{"name":"ssn"}],"data":[[1,"666453920"]]}', ['sibling: column name: ssn']],
    ['{"person":{"dob":"1980-01-01","federalTaxId":"666453920"},"type":"SSN"}', ['key: federalTaxId']],
    ['{"ss1":"666","ss2":"45","ss3":"3920"}', Array(3).fill('key: parts of one number')],
    ['{"note":"Social Security Number of spouse is 666453920"}', ['context: Social Security Number']],
    ['{"note":"APPSSN: 666453920"}', ['context: APPSSN']],
    ['{"note":"SSN unknown, tax  id 666453920"}', ['context: tax id']],
    ['{"note":"the number 666453920 (SSN)"}', ['context: SSN']],
    ['{"ssnNote":"see 666453920 there"}', ['context: ssnNote']],
    ['{"ssnNote":"see\\n666453920 there"}', ['context: ssnNote']],
    ['{"note":"666.45.3920, XXX-XX-3921"}', ['pattern: 3-2-4', 'pattern: masked']],
    ['{"note":"666-45-3920"}', ['pattern: 3-2-4']],
    ['{"pdf":"JVBERi0xLjQKJeLjz9MKMSAwIG9iag=="}', ['pattern: an encoded document']],
    ['{"n":666453920,"ssn":"666-45-3920"}', ['subject: a number of the event: ssn', 'key: ssn']],
  ])('say which words decided: %s', (text, expected) => {
    expect(because(text)).toEqual(expected);
  });

  it('say it of numbers far below a header in text, and of a label without an element around it', () => {
    const rows = Array.from({ length: 30 }, (_, row) => `Person ${row},6664539${row + 10}`);
    expect(new Set(because(`Name,SSN\n${rows.join('\n')}\n`, 'text'))).toEqual(new Set(['sibling: column SSN']));
    expect(because('<dt>Social Security</dt><dd>666453920</dd>', 'text')).toEqual([
      expect.stringMatching(/: .*Social/),
    ]);
  });

  it('never show a digit of a number in the words', () => {
    const { findings } = inspect(
      JSON.stringify({
        ssn: '666453920',
        'ssn 3920': { value: '666453920' },
        ssn666453920: ['666453921'],
        pair: { type: 'SSN ending 3920', value: '666453920' },
        ssn45: '666453920',
        note: 'ssn 666 45 3920, ssn3920: 666453922',
      }),
    );
    expect(findings.length).toBeGreaterThanOrEqual(8);
    for (const { because: words } of findings) {
      expect(words ?? '').not.toMatch(/\d\d/);
      expect((words ?? '').length).toBeLessThanOrEqual(48);
    }
  });
});
