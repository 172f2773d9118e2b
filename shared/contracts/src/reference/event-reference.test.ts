import { describe, expect, it } from 'vitest';
import { contractReference } from './event-reference.ts';
import { eventTypes } from '../event-types.ts';

const { events } = contractReference();
const fieldOf = (type: string, path: string) =>
  events.find((event) => event.type === type)?.fields.find((field) => field.path === path);

describe('the reference of the contract', () => {
  it('says of a field its type, whether it must be there, how it is redacted, and its rule', () => {
    expect(fieldOf('CreditReportStored', 'report')).toEqual({
      path: 'report',
      type: 'bytes or null',
      required: 'unless deleted',
      redaction: 'JSON bytes',
      rule: 'at most 8 388 608 bytes. UTF-8 JSON exactly as stored.',
    });
    expect(fieldOf('ContactChanged', 'ssn')).toMatchObject({ redaction: 'dropped', required: '' });
    expect(fieldOf('ContactChanged', 'contactId')).toMatchObject({ redaction: 'identity', required: 'always' });
    expect(fieldOf('ContactChanged', 'tags')).toMatchObject({ redaction: 'free text', type: 'list of string' });
    expect(fieldOf('ContactChanged', 'createdAt')).toMatchObject({ redaction: '' });
    expect(fieldOf('PipelineChanged', 'stages[].stageId')).toMatchObject({ required: 'always' });
  });

  it('names topic, subject and keys of every event', () => {
    expect(events.map(({ type }) => type)).toEqual(eventTypes);
    const credential = events.find(({ type }) => type === 'CredentialChanged');
    expect(credential).toMatchObject({
      topic: 'access.changes.v1',
      subject: 'access.changes.v1-fundlens.access.CredentialChanged',
      keys: ['credential:<locationId>:<credentialId>', 'credential:<companyId>:<credentialId>'],
    });
  });
});
