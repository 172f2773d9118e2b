import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Heal } from '../strike.ts';
import type { Fault, FaultSite } from './fault.ts';
import { aheadSchema, contactSubject, contactsOfSchema } from '../raw-log.ts';
import { endServer } from '../strike.ts';

const RECORDS = 5;

/**
 * Registers a schema of contacts that no projector has met.
 * @returns uses it: appends records of it
 */
export async function schemaOfTheNextRelease(site: FaultSite, field: string): Promise<() => Promise<void>> {
  const id = await site.registry.register(contactSubject(site.system.topics), aheadSchema(field));
  const records = await contactsOfSchema(site.log.codec, { id, count: RECORDS, partition: 0, world: field });
  return async () => site.expect(await site.log.append('crm', records));
}

export const schemaFaults: readonly Fault[] = [
  {
    name: 'unknown-schema',
    what: 'a publisher uses a schema that is registered later',
    metric: 'fundlens_projector_dead_letters_open{reason="unknown_schema_id"} > 0',
    alerts: ['FundlensDeadLettersOpen'],
    healedBy: 'the schema is registered',
    inject: unknownSchema,
  },
  {
    name: 'registry-emptied',
    what: 'the registry is started again with an empty store',
    metric: 'fundlens_projector_partition_state{reason="registry_emptied"} == 1',
    alerts: ['FundlensPartitionStopped'],
    healedBy: "the registry's backup is restored",
    inject: emptyRegistry,
  },
];

/** Ids go up by one: the schema that is registered next has the next one. */
async function unknownSchema(site: FaultSite): Promise<Heal> {
  const { topics } = site.system;
  const last = await site.registry.register(contactSubject(topics), aheadSchema('before_unknown'));
  const next = await contactsOfSchema(site.log.codec, { id: last + 1, count: RECORDS, partition: 0, world: 'unknown' });
  site.expect(await site.log.append('crm', next));
  return async () => {
    const id = await site.registry.register(contactSubject(topics), aheadSchema('unknown'));
    if (id !== last + 1) throw new Error(`the registry gave the schema the id ${id} and not ${last + 1}`);
  };
}

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
