import { MAX_BATCH_BYTES } from '@fundlens/contracts/definition/limits';
import { PLANTED } from '../../simulation/workload.ts';
import type { Heal } from '../strike.ts';
import { ADMIN_TOKEN } from '../system.ts';
import type { Fault, FaultSite, RawRecord } from './fault.ts';

/** Enough to stop the partition, whatever else it holds. */
const FLOOD = 300;
const FLOODED_PARTITION = 1;
/** As large as the topic takes: a batch of MAX_BATCH_BYTES with room for what frames the value. */
const NINE_MEGABYTES = MAX_BATCH_BYTES - 1_024;
const [NUMBER = ''] = PLANTED.keys();
const DISCARD = ['dead-letters', 'discard', '--because', 'the fault table', '--by', 'fault-table', '--yes'];
const UNDECODABLE = { kind: 'dead_letter', reason: 'undecodable' } as const;

export const recordFaults: readonly Fault[] = [
  {
    name: 'poison-record',
    alerts: ['FundlensDeadLettersOpen'],
    inject: (site) => setAside(site, 'crm', undecodable(1)),
  },
  {
    // Whose access it was cannot be told.
    name: 'unattributable-access-event',
    alerts: ['FundlensDeadLettersOpen', 'FundlensPartitionStopped'],
    inject: (site) => setAside(site, 'access', { ...undecodable(0), key: null }),
  },
  {
    name: 'invalid-flood',
    alerts: ['FundlensPartitionStopped'],
    inject: flood,
  },
  {
    name: 'record-of-9-mb',
    alerts: ['FundlensDeadLettersOpen'],
    inject: (site) => setAside(site, 'crm', { ...undecodable(0), value: Buffer.alloc(NINE_MEGABYTES, 0xff) }),
  },
];

function undecodable(partition: number): RawRecord {
  const value = Buffer.from(`this is no event: ${NUMBER}`);
  return { key: 'contact:loc-1:poison', value, partition, expected: UNDECODABLE };
}

async function setAside(site: FaultSite, stream: 'crm' | 'access', record: RawRecord): Promise<Heal> {
  const offset = await site.append(stream, [record]);
  // The operator's bulk discard leaves an access event of which the consumer cannot tell whom it concerns.
  const id = `${site.system.topics[stream]}:${record.partition}:${offset}`;
  return async () => void (await site.operate(...DISCARD, id));
}

async function flood(site: FaultSite): Promise<Heal> {
  const { topics, adminPorts } = site.system;
  const records = Array.from({ length: FLOOD }, () => undecodable(FLOODED_PARTITION));
  const last = await site.append('crm', records);
  return async () => {
    const path = `partitions/${topics.crm}/${FLOODED_PARTITION}/set-aside-through/${last}`;
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const ports = [adminPorts['projector-1'], adminPorts['projector-2']];
    const answers = ports.map((port) => fetch(`http://127.0.0.1:${port}/${path}`, { method: 'POST', headers }));
    // The projector that does not have the partition answers 404.
    if (!(await Promise.all(answers)).some(({ ok }) => ok)) throw new Error('no projector has set the flood aside');
    await site.operate(...DISCARD, '--all');
  };
}
