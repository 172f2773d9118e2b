import { referenceFold } from '@fundlens/projection/fold/reference-fold';
import { publishedRoutes } from '@fundlens/query/testing/published-routes';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';

/** The projector decides what an answer shows and the query service documents it; here they meet. */
const HISTORIES = 100;
/** For a machine that is busy with other things. */
vi.setConfig({ testTimeout: 120_000 });

const page = { returned: 1, nextCursor: null };
/** The operation that answers with bodies of the model, and the `data` around one. */
const shownBy: Partial<Record<ReadModelName, { operation: string; dataOf: (body: unknown) => unknown }>> = {
  locations: { operation: 'locations.list', dataOf: (body) => ({ ...page, locations: [body] }) },
  contacts: { operation: 'contacts.find', dataOf: (body) => body },
  applicants: {
    operation: 'pipeline.list',
    dataOf: (body) => ({ pipelineType: 'applicant', ...page, contacts: [body] }),
  },
  credit_summaries: { operation: 'contacts.credit-summary', dataOf: (body) => body },
  underwriting_results: { operation: 'contacts.underwriting-results', dataOf: (body) => body },
  funding_plans: { operation: 'contacts.funding-plans', dataOf: (body) => body },
  next_steps: { operation: 'contacts.next-steps', dataOf: (body) => body },
  deals: { operation: 'deals.find', dataOf: (body) => body },
  deal_pipelines: { operation: 'deal-pipelines.list', dataOf: (body) => ({ ...page, pipelines: [body] }) },
  credit_reports: { operation: 'credit-reports.find', dataOf: (body) => body },
};

it('what the projector renders is what the document describes', () => {
  const routes = new Map(publishedRoutes().map((route) => [route.operation, route]));
  const seen = new Set<string>();
  fc.assert(
    fc.property(history, (events) => {
      for (const { projection, body } of referenceFold(events.map((event) => assumeRedacted(event))).values()) {
        const shown = shownBy[projection.readModel.name];
        if (shown === undefined || body === null) continue;
        seen.add(projection.readModel.name);
        const data = shown.dataOf(JSON.parse(Buffer.from(body).toString('utf8')));
        const issues = routes.get(shown.operation)?.data.safeParse(data).error?.issues ?? [];
        expect(issues.map(({ path, code }) => [shown.operation, path.join('.'), code])).toEqual([]);
      }
    }),
    { ...propertySeed(), numRuns: HISTORIES },
  );
  expect([...seen].toSorted()).toEqual(Object.keys(shownBy).toSorted());
});
