import type { Stream } from '@fundlens/contracts/event-definition';
import type { Position } from '@fundlens/contracts/positions';
import {
  type ProjectorFixture,
  projectorFixture,
  type RawRecord,
  redacted,
  until,
} from '@fundlens/projector/testing/projector-fixture';
import type { StackAddresses } from '@fundlens/local/started-server';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { leaksInMongodb } from '../invariants/leak-search.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { createSsnSearch } from '../invariants/ssn-search.ts';
import { publishedAt, readStoredState, violations, waitingForRefresh } from '../invariants/stored-state.ts';

/** Made up; in every contact that is published here, and to be found nowhere. */
export const SSN = '517-46-9283';

export type FaultWorld = ProjectorFixture & {
  /** Events as another publisher has encoded them. */
  publishEncoded(stream: Stream, records: readonly (RawRecord & { readonly event: Typed })[]): Promise<void>;
  /** Bytes that cannot be applied, with the reason for which each has to be set aside. */
  publishBad(stream: Stream, records: readonly (RawRecord & { readonly reason: string })[]): Promise<Position[]>;
  /**
   * Waits until everything that was acknowledged is taken and all dashboards are counted.
   * @returns what is wrong then, one line each: the checks with which every fault ends.
   */
  wrong(): Promise<string[]>;
  /** The same of a log that nothing is taken of any more. */
  wrongNow(): Promise<string[]>;
};

/** A fixture that remembers what the log has acknowledged. */
export async function faultWorld(servers?: StackAddresses): Promise<FaultWorld> {
  const fixture = await projectorFixture(servers);
  const published: PublishedRecord[] = [];
  const search = createSsnSearch(new Map([[SSN.replaceAll('-', ''), 'the number of every contact']]));

  async function wrongNow(): Promise<string[]> {
    while ((await waitingForRefresh(fixture.db)) > 0) await new Promise((resolve) => setTimeout(resolve, 25));
    const leaks = await leaksInMongodb(fixture.db, search);
    return [
      ...violations(await readStoredState(fixture.db), published, { windowsAtRest: true }),
      ...leaks.map(({ where, as }) => `an SSN stands in ${where} as ${as}`),
      ...(search.inText(fixture.logLines.join('\n')).length > 0 ? ['an SSN stands in the log'] : []),
    ];
  }

  return {
    ...fixture,
    async publish(events) {
      const positions = await fixture.publish(events);
      published.push(...publishedAt(events.map(redacted), positions));
      return positions;
    },
    async publishEncoded(stream, records) {
      const positions = await fixture.produce(stream, records);
      const events = records.map(({ event }) => redacted(event));
      published.push(...publishedAt(events, positions));
    },
    async publishBad(stream, records) {
      const positions = await fixture.produce(stream, records);
      for (const [index, { topic, partition, offset }] of positions.entries()) {
        const expected = { kind: 'dead_letter', reason: records[index]?.reason ?? '' } as const;
        published.push({ topic, partition, offset: Number(offset), appendedAt: 0, expected });
      }
      return positions;
    },
    async wrong() {
      await fixture.caughtUp();
      return await wrongNow();
    },
    wrongNow,
  };
}

/** Contacts and deals, of which dashboards count the deals, each in some versions. */
export function changes(count: number, from = 0): Typed[] {
  return Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const meta = { version: 1 + Math.floor(n / 400), locationId: `loc-${n % 5}` };
    const contactId = `contact-${n % 200}`;
    return n % 2 === 0
      ? build.contactChanged({ meta, contactId, ssn: SSN, firstName: `Name ${n}` })
      : build.dealChanged({ meta, dealId: `deal-${n % 200}`, contactId, amountCents: n });
  });
}

export { until };
