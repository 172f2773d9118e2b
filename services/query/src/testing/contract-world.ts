import type { Fixtures } from './read-model-fixtures.ts';

const NO_LIMIT = 1_000_000_000;
const WAITING = { stage: 'funded', processor: 'Dana', waitingOn: 'lender', outcome: 'open' } as const;

/** Tokens by the name of their holder; the first may read everything there is. None of them has a limit. */
export type ContractTokens = {
  readonly location: string;
  readonly agency: string;
  readonly reader: string;
  readonly unknown: string;
};

/** Two companies with something behind every operation of the document, for tools that ask whatever it allows. */
export async function contractWorld(fixtures: Fixtures): Promise<ContractTokens> {
  for (const companyId of ['acme', 'rival']) await fixtures.company(companyId, { dailyQuota: NO_LIMIT });
  await fixtures.location('l1', 'acme');
  await fixtures.location('l2', 'acme');
  await fixtures.location('foreign', 'rival');
  for (const locationId of ['l1', 'l2']) await fillLocation(fixtures, locationId);
  for (const stream of ['crm', 'funding', 'access'] as const) {
    const topic = stream === 'crm' ? 'known' : stream;
    await fixtures.progress(stream, topic, [
      { asOf: 1, nextOffset: 1 },
      { asOf: 1, nextOffset: 1 },
    ]);
  }
  const common = { companyId: 'acme', windowLimit: NO_LIMIT, permissions: ['read', 'credit_reports'] };
  const pinned = { ...common, reach: 'location', pinnedLocationId: 'l1' } as const;
  return {
    location: await fixtures.credential(pinned),
    agency: await fixtures.credential({ ...common, reach: 'agency' }),
    reader: await fixtures.credential({ ...pinned, permissions: ['read'] }),
    unknown: 'fmk_unknown',
  };
}

async function fillLocation(fixtures: Fixtures, locationId: string): Promise<void> {
  for (const contactId of ['c1', 'c2']) {
    const name = { firstName: 'Ada', lastName: 'Lovelace' };
    const searched = { ...name, email: 'ada@example.com', phone: '5550102345', tags: ['vip'] };
    await fixtures.contact(locationId, { contactId, ...searched });
    if (contactId === 'c1') await fixtures.children(locationId, contactId);
    await fixtures.application(locationId, { contactId, submittedAt: 1, ...WAITING });
  }
  await fixtures.creditReport(locationId, { requestId: 'r1', contactId: 'c1', pulledAt: 1 });
  await fixtures.creditReport(locationId, { requestId: 'r2', contactId: 'c2', pulledAt: 2, renderable: false });
  const deal = { contactId: 'c1', pipelineId: 'p1', stageId: 's1' };
  await fixtures.deal(locationId, { ...deal, dealId: 'd1', status: 'open', createdAt: 1 });
  await fixtures.deal(locationId, { ...deal, dealId: 'd2', status: 'won', createdAt: 2 });
  await fixtures.dealPipeline(locationId, 'p1');
  await fixtures.customField(locationId, 'f1');
}
