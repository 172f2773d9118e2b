import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { contactRecords, publishedRoutes } from '@fundlens/query/testing/published-routes';
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
/** By read model and view: the operation that answers with such bodies, and the `data` around one. */
const shownBy: Readonly<Record<string, { operation: string; dataOf: (body: unknown) => unknown }>> = {
  'locations/location': { operation: 'locations.list', dataOf: (body) => ({ ...page, locations: [body] }) },
  'locations/customFields': { operation: 'custom-fields.list', dataOf: (body) => body },
  'contacts/contact': { operation: 'contacts.find', dataOf: (body) => body },
  ...Object.fromEntries(
    contactRecords.map(({ view, operation }) => [`contacts/${view}`, { operation, dataOf: (body: unknown) => body }]),
  ),
  // The same members as those of `contacts.application`, and `included`.
  'contacts/application': {
    operation: 'pipeline.list',
    dataOf: (body) => ({ pipelineType: 'applicant', ...page, contacts: [body] }),
  },
  'deals/deal': { operation: 'deals.find', dataOf: (body) => body },
  'deal_pipelines/pipeline': { operation: 'deal-pipelines.list', dataOf: (body) => ({ ...page, pipelines: [body] }) },
  'credit_reports/report': { operation: 'credit-reports.find', dataOf: (body) => body },
};

it('what the projector renders is what the document describes', () => {
  const routes = new Map(publishedRoutes().map((route) => [route.operation, route]));
  const seen = new Set<string>();
  fc.assert(
    fc.property(history, (events) => {
      for (const { readModel, views } of referenceFold(events.map((event) => assumeRedacted(event))).values()) {
        for (const [view, body] of views) {
          const name = `${readModel.name}/${view}`;
          const shown = shownBy[name];
          if (shown === undefined) continue;
          seen.add(name);
          const data = shown.dataOf(JSON.parse(Buffer.from(body).toString('utf8')));
          const issues = routes.get(shown.operation)?.data.safeParse(data).error?.issues ?? [];
          expect(issues.map(({ path, code }) => [shown.operation, path.join('.'), code])).toEqual([]);
        }
      }
    }),
    { ...propertySeed(), numRuns: HISTORIES },
  );
  expect([...seen].toSorted()).toEqual(Object.keys(shownBy).toSorted());
});
