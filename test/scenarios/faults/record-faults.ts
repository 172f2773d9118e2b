import { MAX_BATCH_BYTES } from '@fundlens/contracts/limits';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import * as build from '@fundlens/testing/event-builders';
import { ADMIN_TOKEN } from '../system.ts';
import { publishedAt } from '../../invariants/stored-state.ts';
import { PLANTED } from '../../simulation/workload.ts';
import type { Heal } from '../strike.ts';
import type { Fault, FaultSite } from './fault.ts';
import type { RawRecord } from '../raw-log.ts';

/** Enough to stop the partition, whatever else it holds. */
const FLOOD = 300;
const FLOODED_PARTITION = 1;
const LARGE_REPORT = 1_200_000;
/** As large as the topic takes: a batch of MAX_BATCH_BYTES with room for what frames the value. */
const NINE_MEGABYTES = MAX_BATCH_BYTES - 1_024;
const [NUMBER = ''] = PLANTED.keys();
const DISCARD = ['dead-letters', 'discard', '--all', '--because', 'the fault table', '--by', 'fault-table', '--yes'];
const DISCARDED = '`fundlens dead-letters discard --all --because …`';

export const recordFaults: readonly Fault[] = [
  {
    name: 'poison-record',
    what: 'one record of the CRM topic cannot be decoded',
    metric: 'fundlens_projector_dead_letters_open > 0',
    alerts: ['FundlensDeadLettersOpen'],
    healedBy: DISCARDED,
    inject: (site) => setAside(site, 'crm', [undecodable(1)]),
  },
  {
    name: 'unattributable-access-event',
    what: 'an access event has neither a readable value nor a readable key',
    metric: 'fundlens_projector_partition_state{reason="access_event_unreadable"} == 1',
    alerts: ['FundlensDeadLettersOpen', 'FundlensPartitionStopped'],
    healedBy: DISCARDED,
    inject: (site) => setAside(site, 'access', [{ ...undecodable(0), key: null, expected: reason('undecodable') }]),
  },
  {
    name: 'invalid-flood',
    what: `${FLOOD} records in a row cannot be decoded`,
    metric: 'fundlens_projector_partition_state{state="stopped",reason="mostly_invalid"} == 1',
    alerts: ['FundlensPartitionStopped'],
    healedBy: `\`POST /partitions/…/set-aside-through/OFFSET\`, then ${DISCARDED}`,
    inject: flood,
  },
  {
    name: 'record-of-9-mb',
    what: 'a record of 9 MB, within what the topic takes, cannot be decoded',
    metric: 'fundlens_projector_dead_letters_open > 0',
    alerts: ['FundlensDeadLettersOpen'],
    healedBy: DISCARDED,
    inject: nineMegabytes,
  },
  {
    name: 'large-reports',
    what: 'a report larger than the fetch size comes between small ones',
    alerts: [],
    healedBy: 'by itself: it comes alone',
    inject: largeReports,
  },
];

function undecodable(partition: number): RawRecord {
  const value = Buffer.from(`this is no event: ${NUMBER}`);
  return { key: 'contact:loc-1:poison', value, partition, expected: reason('undecodable') };
}

function reason(code: string): RawRecord['expected'] {
  return { kind: 'dead_letter', reason: code };
}

async function discarded(site: FaultSite): Promise<void> {
  await site.operate(...DISCARD);
}

async function setAside(site: FaultSite, stream: 'crm' | 'access', records: readonly RawRecord[]): Promise<Heal> {
  site.expect(await site.log.append(stream, records));
  return () => discarded(site);
}

async function nineMegabytes(site: FaultSite): Promise<Heal> {
  const { key, value } = await wireRecord(site.log.codec, build.creditReportStored({ requestId: 'request-9-mb' }));
  const large = Buffer.concat([value.subarray(0, 5), Buffer.alloc(NINE_MEGABYTES, 0xff)]);
  site.expect(await site.log.append('funding', [{ key, value: large, partition: 0, expected: reason('undecodable') }]));
  return () => discarded(site);
}

async function largeReports({ system, expect }: FaultSite): Promise<Heal> {
  const reports = [100, LARGE_REPORT, 100].map((size, n) =>
    build.creditReportStored({
      requestId: `request-large-${n}`,
      report: build.reportBytes({ note: 'word '.repeat(size / 5) }),
    }),
  );
  expect(publishedAt(reports.map(redacted), await system.publisher.publish(reports)));
  return async () => undefined;
}

async function flood(site: FaultSite): Promise<Heal> {
  const { topics, adminPorts } = site.system;
  const records = Array.from({ length: FLOOD }, () => undecodable(FLOODED_PARTITION));
  const published = await site.log.append('crm', records);
  site.expect(published);
  const last = published.at(-1)?.offset;
  return async () => {
    const path = `partitions/${topics.crm}/${FLOODED_PARTITION}/set-aside-through/${last}`;
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const ports = [adminPorts['projector-1'], adminPorts['projector-2']];
    const answers = ports.map((port) => fetch(`http://127.0.0.1:${port}/${path}`, { method: 'POST', headers }));
    // The projector that does not have the partition answers 404.
    if (!(await Promise.all(answers)).some(({ ok }) => ok)) throw new Error('no projector has set the flood aside');
    await discarded(site);
  };
}
