import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { definitionOf } from '@fundlens/contracts/event-types';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { contactChanged } from '@fundlens/testing/event-builders';
import { endServer, type Heal } from '../strike.ts';
import type { Fault, FaultSite, RawRecord } from './fault.ts';

const RECORDS = 5;

export const schemaFaults: readonly Fault[] = [
  {
    name: 'unknown-schema',
    alerts: ['FundlensDeadLettersOpen'],
    inject: unknownSchema,
  },
  {
    name: 'registry-emptied',
    alerts: ['FundlensPartitionStopped'],
    inject: emptyRegistry,
  },
];

/**
 * Registers a schema of contacts that no projector has met.
 * @returns uses it: appends records of it
 */
export async function schemaOfTheNextRelease(site: FaultSite, field: string): Promise<() => Promise<void>> {
  const records = await aheadRecords(site, { id: await registerAhead(site, field), field });
  return async () => void (await site.append('crm', records));
}

/** With one field more, which says nothing: what a publisher has that is a release ahead. @returns its id */
async function registerAhead({ system: { registry, topics } }: FaultSite, field: string): Promise<number> {
  const { avro, fullName } = definitionOf('ContactChanged');
  const fields = [...avro.fields, { name: field, type: ['null', 'string'], default: null }];
  return await registry.register(`${topics.crm}-${fullName}`, { ...avro, fields } as typeof avro);
}

/** Contacts of a publisher that uses the schema with this id. */
async function aheadRecords(
  { codec }: FaultSite,
  { id, field }: { readonly id: number; readonly field: string },
): Promise<RawRecord[]> {
  const contacts = Array.from({ length: RECORDS }, (_, n) => contactChanged({ contactId: `${field}-${n}` }));
  return await Promise.all(
    contacts.map(async (event) => {
      const { key, value } = await wireRecord(codec, event);
      // The field that is ahead: null.
      const ahead = Buffer.concat([value, Buffer.from([0])]);
      ahead.writeUInt32BE(id, 1);
      return { key, value: ahead, partition: 0, expected: { kind: 'applied', event: redacted(event) } };
    }),
  );
}

/** A publisher uses a schema that is registered later. Ids go up by one: the next one has the next. */
async function unknownSchema(site: FaultSite): Promise<Heal> {
  const last = await registerAhead(site, 'before_unknown');
  await site.append('crm', await aheadRecords(site, { id: last + 1, field: 'unknown' }));
  return async () => {
    const id = await registerAhead(site, 'unknown');
    if (id !== last + 1) throw new Error(`the registry gave the schema the id ${id} and not ${last + 1}`);
  };
}

/** It is started again with an empty store, until its backup is restored. */
async function emptyRegistry(site: FaultSite): Promise<Heal> {
  const { stack } = site.system;
  const use = await schemaOfTheNextRelease(site, 'registry_emptied');
  const directory = join(site.context.dataDirectory, 'registry');
  const backup = `${directory}-backup`;
  const files = () => readdirSync(directory).filter((name) => name.startsWith('registry.'));
  rmSync(backup, { recursive: true, force: true });
  await endServer(stack, 'registry');
  for (const name of files()) cpSync(join(directory, name), join(backup, name), { recursive: true });
  if (!existsSync(backup)) throw new Error('the registry has stored nothing that could be emptied');
  for (const name of files()) rmSync(join(directory, name), { recursive: true });
  await stack.restart('registry');
  await use();
  return async () => {
    await endServer(stack, 'registry');
    for (const name of files()) rmSync(join(directory, name), { recursive: true });
    cpSync(backup, directory, { recursive: true });
    await stack.restart('registry');
  };
}
