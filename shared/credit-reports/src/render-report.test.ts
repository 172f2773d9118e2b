import { redactJsonText } from '@fundlens/redaction/redact-json-text';
import { creditReportShapes, shortReportText } from '@fundlens/redaction/testing/credit-report-fixtures';
import { expect, test } from 'vitest';
import { type RenderInput, renderReportPdf } from './render-report.ts';
import { triMerge } from './figures/testing/figure-fixtures.ts';
import { pdfInfo, pdfPages, pdfStructure } from './testing/pdf-text.ts';

const SSNS = { ssn: '666001234', variationSsn: '987654321' };
const PULLED_AT = Date.UTC(2026, 2, 1, 12, 34);

const inputOf = (report: unknown, more: Partial<RenderInput> = {}): RenderInput => ({
  requestId: 'request-1',
  pulledAt: PULLED_AT,
  bureaus: ['equifax', 'transunion'],
  format: 'other',
  location: { name: 'Sample Funding', timeZone: 'America/Chicago' },
  report: redactJsonText(Buffer.from(typeof report === 'string' ? report : JSON.stringify(report))).text,
  ...more,
});

const trade = (n: number) => ({
  customerName: `SAMPLE BANK ${n}`,
  accountNumber: `44171234${String(n).padStart(8, '0')}`,
  balance: n * 1_000,
  paymentHistory: '1'.repeat(48),
});

test.each(creditReportShapes)('no page of %s shows a Social Security number in any writing', async (shape) => {
  const report = shortReportText(shape, SSNS);
  // As it is stored, and as it never may be: the pages are redacted by themselves.
  for (const stored of [inputOf(report), inputOf(report, { report: Buffer.from(report) })]) {
    const pages = await pdfPages(renderReportPdf(stored));
    expect(pages[0]).toContain('CREDIT REPORT');
    const digits = pages.join('').replace(/\D/g, '');
    for (const ssn of Object.values(SSNS)) expect(digits).not.toContain(ssn);
  }
});

test('the pages show what the report says, who pulled it and when', async () => {
  const pages = await pdfPages(renderReportPdf(inputOf(shortReportText('equifax-flat', SSNS))));
  for (const shown of [
    'TESTA SAMPLE',
    '1981',
    '218 WILLOW STREET, SPRINGFIELD, IL 62701-1042',
    'HARBORLIGHT BAKERY, OWNER',
    'Sample Funding',
    '03/01/2026, 06:34 CST',
    'Equifax, TransUnion',
    'request-1',
    '715',
    '***-**-****',
    'DEPARTMENT STORE',
    '••••1113',
    '02/2020',
    '$12,345',
    'I DISPUTE THE ACCOUNT OPENED WITH SSN ***-**-****',
    'P.O. Box 740256, Atlanta, GA',
  ]) {
    expect(pages.join('\n')).toContain(shown);
  }
});

test('the same input gives the same bytes, dated by the pull', async () => {
  const input = inputOf({ trades: [trade(1)] });
  const [first, second] = [renderReportPdf(input), renderReportPdf(input)];
  expect(Buffer.from(first).equals(second)).toBe(true);
  expect(await pdfInfo(first)).toMatchObject({ CreationDate: 'D:20260301123400Z', Producer: 'Fundlens' });
});

test('a table over several pages repeats its header, and every page says which of how many it is', async () => {
  const trades = Array.from({ length: 120 }, (_, n) => trade(n));
  const pages = await pdfPages(renderReportPdf(inputOf({ trades })));
  expect(pages.length).toBeGreaterThan(4);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain('request-1');
    if (page.includes('SAMPLE BANK')) expect(page).toContain('Creditor');
  }
  const all = pages.join('\n');
  for (let n = 0; n < 120; n += 1) expect(all).toContain(`SAMPLE BANK ${n}`);
});

test('a long word is broken, and a character without glyph is seen to be missing', async () => {
  const statements = ['0'.repeat(1_500), 'Łódź Ελλάδα Москва Việt', 'name 山田 太郎 😀 end'];
  const text = (await pdfPages(renderReportPdf(inputOf({ statements })))).join('\n');
  expect(text.replace(/\s/g, '')).toContain('0'.repeat(1_500));
  expect(text).toContain('Łódź Ελλάδα Москва Việt');
  expect(text).toContain('name \uFFFD \uFFFD \uFFFD end');
});

test('the longest report that there may be is no longer than the longest response', () => {
  const long = 'SAMPLE WORDS OF A REMARK '.repeat(20);
  const texts = { comment: long, type: long, ecoa: long, status: long, openClosed: long };
  const values = { balance: long, creditLimit: long, pastDue: long, dateOpened: '2020-01', dateClosed: long };
  const account = (n: number, bureau: string) => ({ ...trade(n), ...texts, ...values, customerName: long, bureau });
  const report = {
    trades: Array.from({ length: 660 }, (_, n) => ['EFX', 'XPN', 'TUC'].map((bureau) => account(n, bureau))).flat(),
    inquiries: Array.from({ length: 1_000 }, () => ({ customerName: long })),
    statements: Array.from({ length: 1_000 }, (_, n) => `${n} ${long.repeat(10)}`),
    fraudShield: Array.from({ length: 1_000 }, (_, n) => ({ text: `${n} ${long.repeat(10)}` })),
  };
  const pdf = renderReportPdf(inputOf('{}', { report: Buffer.from(JSON.stringify(report)) }));
  // What one company may have under way in a query service.
  expect(pdf.byteLength).toBeLessThan(16 * 1024 * 1024);
});

test('a report that nothing can be read from is refused, and so is no report', () => {
  for (const report of ['{}', '[]', '"text"', '17', '{"rows":[{"a":1}]}']) {
    expect(() => renderReportPdf(inputOf(report))).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'not_renderable' }),
    );
  }
});

test('of a merged report every bureau has a column, with its own numbers, and every page is tagged', async () => {
  const { report, format } = triMerge;
  const pdf = renderReportPdf(inputOf(report, { format, bureaus: [] }));
  const text = (await pdfPages(pdf)).join('\n');
  expect(text).toMatch(/SAMPLE BANK\s+••••1113\s+Equifax\s+Experian\s+TransUnion/);
  expect(text).toMatch(/LENDER 1\s+02\/20\/2026\s+02\/20\/2026\s+02\/20\/2026/);

  const pages = (await pdfStructure(pdf)).map((page) => JSON.stringify(page));
  for (const page of pages) expect(page).toContain('"role":"Document"');
  const all = pages.join();
  expect(all).toMatch(/Balance: \$3,000\..*Balance: \$2,500\..*Balance: \$2,000\./);
  for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']) {
    expect(all).toContain(`"role":"${role}"`);
  }
  expect(all).toContain('Equifax: 02/26 back to 03/24, 23 months paid as agreed, 30 days late in 08/25.');
});

test('without a profile of the location its name is left out, and times are those of UTC', async () => {
  const pdf = renderReportPdf(inputOf({ trades: [trade(1)] }, { location: { name: null, timeZone: null } }));
  const [page = ''] = await pdfPages(pdf);
  expect(page).toContain('03/01/2026, 12:34 UTC');
  expect(page).not.toContain('Location');
});

test('a name with accents, whose glyphs are made of several, keeps the document valid PDF/UA-1', async () => {
  const input = inputOf({ trades: [{ ...trade(1), customerName: 'Ámbar Muñoz & Peña' }] });
  const pdf = Buffer.from(renderReportPdf(input)).toString('latin1');
  expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(pdf).not.toContain('/CIDSet');
});
