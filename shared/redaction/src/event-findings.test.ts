import { describe, expect, it } from 'vitest';
import type { EventShape } from './event-shape.ts';
import { findInEvent } from './findings.ts';
import { redactEvent } from './redact-event.ts';

const shape: EventShape = {
  identityPaths: ['contactId'],
  opaquePaths: ['meta.eventId'],
  jsonBytesPaths: ['report'],
  jsonTextPaths: ['customFields[].valueJson'],
  droppedPaths: ['ssn', 'dateOfBirth'],
};
const keep = { customFieldKeepList: new Set(['ein-field']) };
const find = (event: object) => findInEvent(event, shape, keep);

describe('what would go from an event', () => {
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
