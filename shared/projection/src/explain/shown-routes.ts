import type { ReadModelName } from '@fundlens/read-models/definition';
import { entityIdOf } from '@fundlens/read-models/document';

/**
 * The routes of the API that answer with a view, by read model and view. The projector knows no routes, so they stand here;
 * a test holds them to the published ones. `{}` stands for the id of the document's entity.
 */
export const SHOWN_BY: Readonly<Partial<Record<ReadModelName, Readonly<Record<string, readonly string[]>>>>> = {
  contacts: {
    contact: ['/contacts/{}', '/contacts'],
    application: ['/contacts/{}/application', '/pipeline'],
    creditSummary: ['/contacts/{}/credit-summary'],
    underwritingResults: ['/contacts/{}/underwriting-results'],
    fundingPlans: ['/contacts/{}/funding-plans'],
    nextSteps: ['/contacts/{}/next-steps'],
    facts: ['/dashboard/stats', '/pipeline/stages'],
  },
  credit_reports: { report: ['/credit-reports?requestId={}', '/credit-reports/pdf-url?requestId={}'] },
  deals: { deal: ['/deals/{}', '/deals'], facts: ['/dashboard/stats'] },
  deal_pipelines: { pipeline: ['/deal-pipelines'] },
  locations: { location: ['/locations'], customFields: ['/custom-fields'] },
  // What authenticates a request, and what it may read.
  companies: { company: ['/credential'] },
  credentials: { credential: ['/credential'] },
};

/** Routes that show more than one view, beside those above. */
export const SHOWN_BY_MANY = ['/changes'] as const;

const OF_CREDENTIAL: ReadonlySet<string> = new Set(['/locations', '/credential']);

/** Paths that a client reads the view by, with the location that an agency key names. */
export function routesOf(model: ReadModelName, view: string, key: string): string[] {
  const [locationId = ''] = key.split(':');
  return (SHOWN_BY[model]?.[view] ?? []).map((route) => {
    const path = route.replace('{}', entityIdOf(key));
    if (OF_CREDENTIAL.has(route)) return `/api/v1${path}`;
    return `/api/v1${path}${path.includes('?') ? '&' : '?'}locationId=${locationId}`;
  });
}
