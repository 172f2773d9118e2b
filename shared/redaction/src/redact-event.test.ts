import { describe, expect, it } from 'vitest';
import { CORPUS_SSN, SUBJECT_WRITINGS } from './corpus/planted-cases.ts';
import { rows } from './corpus/rows.ts';
import type { EventShape } from './event-shape.ts';
import { findInEvent } from './findings.ts';
import { redactEvent } from './redact-event.ts';

const R = '***-**-****';

const shape: EventShape = {
  identityPaths: ['meta.locationId', 'contactId', 'stages[].stageId'],
  opaquePaths: ['meta.eventId', 'tokenHash'],
  jsonBytesPaths: ['report'],
  jsonTextPaths: ['customFields[].valueJson'],
  droppedPaths: ['ssn', 'dateOfBirth'],
};
const keep = { customFieldKeepList: new Set(['ein-field']) };
const redact = <T extends object>(event: T): T => redactEvent(event, shape, keep).event;

describe('an event', () => {
  it('comes out as it went in when nothing is to be redacted, and is not the same object', () => {
    const event = {
      meta: {
        eventId: '550e8400-e29b-41d4-a716-446655440000',
        occurredAt: 1_700_000_000_000,
        version: 17,
        locationId: 'loc1',
      },
      contactId: 'nmFmQEsNgz6AVpgLVUJ0',
      firstName: 'Zoë',
      phone: '+1 512 555 0143',
      postalCode: '78701-1234',
      tags: ['hot', 'since 2019-01-15'],
      dnd: false,
      amountCents: 123456789,
      customFields: [{ id: 'f1', valueJson: '"yes"' }],
      report: Buffer.from('{"a":1.10}'),
      notes: null,
    };
    const before = JSON.stringify(event);
    const { event: redacted, redactions } = redactEvent(event, shape, keep);
    expect(redacted).toEqual(event);
    expect(redacted).not.toBe(event);
    expect(redacted.report).toBe(event.report);
    expect(redactions).toBe(0);
    redactEvent({ ...event, firstName: '666-45-3920' }, shape, keep);
    expect(JSON.stringify(event)).toBe(before);
  });

  it('loses an SSN in any of its strings', () => {
    const event = { firstName: '123-45-6789', deep: { list: [{ note: 'ssn 123456789' }] }, tags: ['a', '123 45 6789'] };
    expect(redact(event)).toEqual({ firstName: R, deep: { list: [{ note: `ssn ${R}` }] }, tags: ['a', R] });
    expect(redactEvent(event, shape, keep).redactions).toBe(3);
  });

  it('loses its dropped fields, and what the dropped ssn says wherever else it stands', () => {
    const event = {
      ssn: '666-45-3920',
      dateOfBirth: '1985-03-12',
      address1: '12 Main, id 666453920',
      note: '19850312',
      customFields: [{ id: 'x', valueJson: '{"n":666453920,"k":1.10}' }],
      report: Buffer.from('{"x":"6 6 6 4 5 3 9 2 0"}'),
    };
    const { event: redacted, redactions } = redactEvent(event, shape, keep);
    expect(redacted).toEqual({
      address1: `12 Main, id ${R}`,
      note: '19850312',
      customFields: [{ id: 'x', valueJson: `{"n":"${R}","k":1.10}` }],
      report: Buffer.from(`{"x":"${R}"}`),
    });
    expect(redactions).toBe(4);
  });

  it.each([
    '666453920.0',
    "'666453920",
    '0666453920',
    '666-45-3920 / 666-45-3921',
    '666453921;666453920',
    'Ann 666453920, Bob 666453921',
    '2019 666-45-3920',
  ])('takes the number from a dropped ssn that is %j', (ssn) => {
    expect(redact({ ssn, note: 'is 666453920' }).note).toBe(`is ${R}`);
  });

  it('loses outside its report the numbers that the report names', () => {
    const event = { notes: 'no 666453921 is 12853947', report: Buffer.from('{"ssn":["666453921",12853947]}') };
    expect(redact(event).notes).toBe(`no ${R} is ${R}`);
  });

  it.each(SUBJECT_WRITINGS)('loses a number in a field before the one that names it: %s', (_, writing) => {
    const { note } = redact({ note: writing, ssn: CORPUS_SSN });
    expect(note).not.toBe(writing);
    expect(note).toBe(redact({ ssn: CORPUS_SSN, note: writing }).note);
  });

  it('loses a field that is itself named as an SSN', () => {
    expect(redact({ borrowerSsn: '666453920', ssnLast4: '3920', x: '666453920' })).toEqual({
      borrowerSsn: R,
      ssnLast4: R,
      x: R,
    });
  });

  it('keeps opaque fields even where they look like numbers', () => {
    const event = { tokenHash: '123-45-6789', meta: { eventId: '123-45-6789' } };
    expect(redact(event)).toEqual(event);
  });
});

describe('a text behind one that asks for the number', () => {
  it.each([
    { tags: ['SSN', '666453920'] },
    { tags: ['SSN:', '666453920'] },
    { tags: ['Verify SSN', 'urgent', '666453920'] },
    { title: 'Get SSN', kind: 'task', detail: 'client said 666453920' },
    { steps: [{ title: "What is the client's SSN?" }, { title: '666453920' }] },
    { steps: [{ title: 'Last 4 of SSN?' }, { title: '3920' }] },
  ])('goes behind a text that asks for it: %j', (event) => {
    expect(JSON.stringify(redact(event))).not.toMatch(/3920/);
  });

  it.each([
    { tags: ['SSN verified', '123456789'] },
    { tags: ['Account', '123456789'] },
    { tags: ['SSN', '5125550143'] },
    { title: 'Get SSN', phone: '123456789', detail: 'account 123456789' },
  ])('stays where no text asks for it, or another number is named: %j', (event) => {
    expect(redact(event)).toEqual(event);
  });

  it('stays before that text, also where the event has a number of its own', () => {
    const event = { memo: '123456789', tags: ['hot', 'Get SSN'] };
    expect(redact({ ssn: '666453920', ...event })).toEqual(event);
  });
});

describe('a custom field', () => {
  const redactedValueOf = (id: string, valueJson: string): string =>
    redact({ customFields: [{ id, valueJson }] }).customFields[0]?.valueJson ?? '';

  it.each([
    ...[
      '"666453920"',
      '666453920',
      '"666-45-3920"',
      '"１２３４５６７８９"',
      '"\'666453920"',
      '"#666453920"',
      '"(666453920)."',
    ],
    ...['"=\\"666453920\\""', '"666453920.0"', '"666 453 920"', '"666-453-920"', '"6 6 6 4 5 3 9 2 0"'],
    ...['"\\u0036\\u0036\\u0036453920"', '"\\"666453920\\""', '"%36%36%36453920"', '"&#54;66453920"'],
  ])('%s counts as an SSN', (value) => {
    expect(redactedValueOf('f1', value)).toBe(`"${R}"`);
  });

  it.each(rows`
    "John Doe ~"
    "~ (verified)"
    "Husband ~ wife ~"
    "DOB 01/02/1980 ~"
    "~, wife" ¦ "John Doe|~|04/12/1979" ¦ "Ann Doe, 04/12/1981, ~, 5512 Alder Ct Tampa FL 33611" ¦ "Bo Doe 40% ~" ¦ "Bo ~ bo_doe@x.test" ¦ "~ Bo 5512 Alder Ct #4 Tampa, FL 33611-3102" ¦ "Bo ~ dob 013079"
    ["a","~"]
    {"ssn":"~"}
    "~;~"
    "~\\n~"
    "~ and ~"
    [["~"]]
    {"value":"~"}
    "{\\"v\\":\\"~\\"}"
  `)('%s has one', (template) => {
    const value = JSON.stringify(JSON.parse(template.replaceAll('\n', '\\n')));
    expect(redactedValueOf('f1', value.replaceAll('~', '666453920'))).toBe(value.replaceAll('~', R));
  });

  it('that holds markup is read though its backslashes are no escapes of JSON', () => {
    const field = (path: string, number: string): string => JSON.stringify(`<p>C:\\${path}\\Ann ${number}</p>`);
    expect(redactedValueOf('f1', field('Users', '666453920'))).toBe(field('Users', R));
  });

  it('of nine digits among spaces loses them', () => {
    expect(redactedValueOf('f1', ' " 123456789 " ')).toBe(` "${R}" `);
  });

  it.each([
    ...['"12345678"', '"1234567890"', '1234567890', '"12-3456789"', '"12345-6789"', '"a123456789"', '1.10'],
    ...[
      '{"orderId":"123456789"}',
      '{"account":"123456789"}',
      '{"id":"123456789"}',
      '{"type":"order","value":"123456789"}',
    ],
    ...[
      '"0123456789"',
      '"$123456789"',
      '"+123456789"',
      '"123456789.00"',
      '"123,456,789"',
      '"712 698 705"',
      '"712, 698, 705"',
    ],
    ...[
      '"INV 123456789 for 12 Months"',
      '"Account Ann 123456789"',
      '"loan 123456789; order 987654321"',
      '"Loan # 123456789"',
    ],
    ...['[712,45,1200]', '[5,4,5,3,5,4,5,5,4]', '"2024-01-15"', '["2024","01","15"]'],
  ])('%s does not', (value) => {
    expect(redactedValueOf('f1', value)).toBe(value);
  });

  it('known to hold another number keeps nine digits, but not an SSN', () => {
    expect(redactedValueOf('ein-field', '"123456789"')).toBe('"123456789"');
    expect(redactedValueOf('ein-field', '"123-45-6789"')).toBe(`"${R}"`);
  });

  it('named as an SSN loses whatever number it holds, also elsewhere', () => {
    expect(redactedValueOf('ssn', '"12345"')).toBe(`"${R}"`);
    const event = { customFields: [{ id: 'ssn', valueJson: '{"value":"666453920"}' }], note: '666453920' };
    expect(redact(event).note).toBe(R);
  });

  it.each([
    ['Last 4 of SSN', '"4671"'],
    ['SSN - Last Four (required)', '4671'],
    ['Last four digits of the Social Security Number of whoever signs the application', '"ends in 4671"'],
    ['Social Security Number', '"38294671"'],
    ['Social Security Number', '{"typed":"38294671"}'],
    ['Owner Social', '"38294671"'],
    ['SSN (required)', '38294671'],
    ['Número de Seguro Social', '"38294671"'],
    ['Tax ID', '"38294671"'],
    ['Tax ID', '"382946715"'],
    ['Social Security Number of the primary borrower as it stands on the card', '"382 94 6715 on file"'],
    ['Federal Tax ID', '"382946715"'],
    ['Business Owner Tax ID', '"382946715"'],
    ['SSN or EIN', '"382946715"'],
    ['Business notes', '"382946715"'],
  ])('named %j loses %s', (name, valueJson) => {
    const [field] = redact({ customFields: [{ id: 'cf1', valueJson, name }] }).customFields;
    expect(field?.valueJson).toContain(R);
    expect(field?.valueJson).not.toMatch(/\d{2}/);
  });

  it.each([
    ['EIN', '"483920571"'],
    ['Business EIN #', '483920571'],
    ['Client EIN', '"483920571"'],
    ['Employer ID (EIN)', '"483920571"'],
    ['Employer Identification Number', '"483920571"'],
    ['Company Tax ID', '"483920571"'],
    ['Card last 4', '"4671"'],
    ['Social link 4', '"ann.1987"'],
    ['Social Security Income', '1800'],
    ['Notes', '"38294671"'],
    ['SSN verified', '"2021-03-04"'],
  ])('named %j keeps %s', (name, valueJson) => {
    expect(redact({ customFields: [{ id: 'cf1', valueJson, name }] }).customFields).toEqual([
      { id: 'cf1', valueJson, name },
    ]);
  });

  it('named as an employer id loses a number of the event, an SSN by its form, and one in its name', () => {
    const fields = ['"483920571"', '"483-92-0572"'].map((valueJson) => ({
      id: 'cf1',
      valueJson,
      name: 'EIN 483920571',
    }));
    const { customFields } = redact({ ssn: '483920571', customFields: fields });
    expect(JSON.stringify(customFields)).not.toMatch(/\d{3}/);
  });

  it('whose id says that it holds the last four of an SSN loses them', () => {
    expect(redactedValueOf('ssn_last4', '"3920"')).toBe(`"${R}"`);
    expect(redactedValueOf('Last 4 of SSN', '3920')).toBe(`"${R}"`);
    expect(redactedValueOf('card_last4', '"3920"')).toBe('"3920"');
  });

  it('that is not JSON makes the event invalid', () => {
    expect(() => redactedValueOf('f1', 'not json 123-45-6789')).toThrow(
      expect.objectContaining({ code: 'json_field_not_json', field: 'customFields[].valueJson' }),
    );
  });
});

describe('identities', () => {
  it.each([
    ...['123-45-6789', '123.45.6789', '123_45_6789', 'c-123-45-6789', 'ssn-123456789', '666453920', 'x666453920'],
    '6.6.6.45-3920',
  ])('%s reads as an SSN: the event is invalid, and the error does not show it', (id) => {
    const run = (): unknown => redact({ contactId: id, ssn: '666453920' });
    expect(run).toThrow(expect.objectContaining({ code: 'id_reads_as_ssn', field: 'contactId', kind: 'invalid' }));
    expect(run).not.toThrow(id);
  });

  it.each([
    '123456789',
    'nmFmQEsNgz6AVpgLVUJ0',
    '550e8400-e29b-41d4-a716-446655440000',
    '65f1c0ffee1234567890abcd',
    'a~b@c.d_e-1',
  ])('%s does not, and is left as it is', (id) => {
    expect(redact({ contactId: id, ssn: '666453920' }).contactId).toBe(id);
  });

  it('in arrays are judged too', () => {
    const event = { stages: [{ stageId: 'ok' }, { stageId: '123-45-6789' }] };
    expect(() => redact(event)).toThrow(expect.objectContaining({ field: 'stages[].stageId' }));
  });
});

describe('values that cannot be rewritten', () => {
  it('make the event invalid when a number is one of its SSNs', () => {
    expect(() => redact({ ssn: '666453920', amountCents: 666453920 })).toThrow(
      expect.objectContaining({ code: 'number_reads_as_ssn', field: 'amountCents' }),
    );
    expect(redact({ ssn: '666453920', amountCents: 666453921 }).amountCents).toBe(666453921);
    for (const amountCents of [-666453920, 66645392000, 666453.92, 666453920.5, 66.645392, 666453920n]) {
      expect(() => redact({ ssn: '666453920', amountCents })).toThrow(
        expect.objectContaining({ code: 'number_reads_as_ssn' }),
      );
    }
    const event = { ssn: '666453920', amountCents: -1_000_000, pct: 66.6, score: 3920, at: 1_768_478_400_000 };
    expect(redact(event)).toEqual({ ...event, ssn: undefined });
  });

  it('make the event invalid when bytes are not declared as JSON text', () => {
    expect(() => redact({ blob: Buffer.from('123-45-6789') })).toThrow(
      expect.objectContaining({ code: 'bytes_not_readable', field: 'blob' }),
    );
  });

  it('make the event invalid when its report is not readable', () => {
    for (const [code, bytes] of [
      ['report_not_json', Buffer.from('{"ssn":')],
      ['report_not_utf8', Buffer.from([0x22, 0xff, 0x22])],
      ['report_too_deep', Buffer.from('['.repeat(5000))],
    ] as const) {
      expect(() => redact({ report: bytes })).toThrow(expect.objectContaining({ code, field: 'report' }));
    }
  });
});

describe('what would go from an event', () => {
  const find = (event: object) => findInEvent(event, shape, keep);

  it('is nothing for a clean one', () => {
    expect(find({ contactId: 'c1', firstName: 'Ann', ssn: null, report: Buffer.from('{"a":1}') })).toEqual([]);
  });

  it('is told by rule, field and the words that decided', () => {
    const report = Buffer.from('{"consumers":[{"ssn":"666453920"}],"note":"id 666453920"}');
    const event = {
      dateOfBirth: '1985-03-12',
      firstName: 'Ann 219-64-0718',
      tags: ['a', 'ssn 219640719'],
      customFields: [
        { id: 'f1', valueJson: '"078051120"' },
        { id: 'ein-field', valueJson: '"078051121"' },
      ],
      report,
    };
    expect(find(event)).toEqual([
      { rule: 'dropped', path: 'dateOfBirth', because: null },
      { rule: 'pattern', path: 'firstName', because: expect.any(String) },
      { rule: 'context', path: 'tags[]', because: expect.any(String) },
      { rule: 'custom_field', path: 'customFields[].valueJson', because: expect.any(String) },
      { rule: 'key', path: 'report > consumers[].ssn', because: expect.any(String) },
      { rule: 'subject', path: 'report > note', because: expect.any(String) },
    ]);
  });

  it('never shows a number, also where a report has it in a key', () => {
    const report = Buffer.from(
      '{"ssn":"666453920","666453920":{"ssn":"666-45-3920"},"a 666 45 3920":{"ssn":"219640718"}}',
    );
    const found = find({ ssn: '666-45-3920', lastName: 'No. 666453920', report });
    expect(found.length).toBeGreaterThan(5);
    expect(JSON.stringify(found)).not.toMatch(/453920|45 3920|640718/);
  });

  it('is as many values as redaction counts, beside dropped fields that name no number', () => {
    const events = [
      { ssn: '666453920', tags: ['666 45 3920'], note: 'id 666453920' },
      { ssnLast4: '3920', ssn: '666453920', address1: '666453920' },
      { social: { number: '666-45-3920' }, notes: ['SSN:', '666453920'] },
      { report: Buffer.from('{"a":[{"ssn":"666453920"},"666-45-3920"],"x":"eyJzc24iOiI2NjY0NTM5MjAifQ=="}') },
    ];
    for (const event of events) expect(find(event)).toHaveLength(redactEvent(event, shape, keep).redactions);
  });
});
