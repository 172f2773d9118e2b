import { RetryableError } from '@fundlens/runtime/errors';
import { contactChanged } from '@fundlens/testing/event-builders';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CrmEntity } from './crm-client.ts';
import { createNameFields, type NameFields } from './field-names.ts';

const crm: { fields: CrmEntity[] | Error | Promise<never>; looks: number } = { fields: [], looks: 0 };
let now = 0;
let nameFields: NameFields;

beforeEach(() => {
  crm.fields = [{ id: 'cf-1', name: 'Last 4 of SSN' }];
  crm.looks = 0;
  now = 0;
  const client = {
    async list() {
      crm.looks += 1;
      if (crm.fields instanceof Error) throw crm.fields;
      return { entities: await crm.fields, next: null };
    },
  };
  nameFields = createNameFields(client, { clock: () => now, wait: async () => undefined });
});

async function namesOf(...ids: readonly string[]) {
  const customFields = ids.map((id) => ({ id, valueJson: '"4671"', name: null }));
  const { type, event } = contactChanged({ customFields });
  const named = await nameFields({ type, fields: event }, 'loc-1', 'bulk');
  return named.type === 'ContactChanged' ? named.fields.customFields.map(({ name }) => name) : [];
}

describe('the custom fields of a contact', () => {
  test('have the names that their location defines, read once for many contacts', async () => {
    expect(await namesOf('cf-1')).toEqual(['Last 4 of SSN']);
    expect(await namesOf('cf-1')).toEqual(['Last 4 of SSN']);
    expect(await namesOf()).toEqual([]);
    expect(crm.looks).toBe(1);
  });

  test('that are new are looked for at once, and those without a name at most once a minute', async () => {
    await namesOf('cf-1');
    crm.fields = [{ id: 'cf-2', name: 'EIN' }, { id: 'cf-3' }];
    expect(await namesOf('cf-2')).toEqual(['EIN']);
    expect(await namesOf('cf-2', 'cf-3', 'cf-4')).toEqual(['EIN', null, null]);
    expect(await namesOf('cf-4')).toEqual([null]);
    expect(crm.looks).toBe(3);
    now += 60_000;
    await namesOf('cf-4');
    expect(crm.looks).toBe(4);
  });

  test('keep the names of the last look while HighLevel is away, and their contact waits for those that it has not', async () => {
    await namesOf('cf-1');
    crm.fields = new RetryableError('crm_unavailable', 'away');
    now += 3_600_000;
    await expect(namesOf('cf-1', 'cf-2')).rejects.toThrow('away');
    expect(await namesOf('cf-1')).toEqual(['Last 4 of SSN']);
    crm.fields = new RetryableError('crm_forbidden', 'without the scope');
    expect(await namesOf('cf-1', 'cf-2')).toEqual(['Last 4 of SSN', null]);
  });

  test('keep a webhook waiting for seconds, and then its contact is read again', async () => {
    crm.fields = new Promise<never>(() => undefined);
    const { type, event } = contactChanged({ customFields: [{ id: 'cf-1', valueJson: null, name: null }] });
    await expect(nameFields({ type, fields: event }, 'loc-1', 'webhook')).rejects.toThrow('late');
  });
});
