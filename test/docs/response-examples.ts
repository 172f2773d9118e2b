import { definitionOf } from '@fundlens/contracts/event-types';
import { createMemoryLocation } from '@fundlens/dashboards/testing/memory-location';
import { demoEvents } from '@fundlens/local/demo/demo';
import { demoWorld, showcaseOf } from '@fundlens/local/demo/world';
import { SHOWCASE_LOCATION } from '@fundlens/local/demo/places';
import { DEMO_BOARD } from '@fundlens/local/demo/stages';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { type ReferenceDocument, referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { CONTACT_RECORDS } from '@fundlens/query/routes/contact-records';
import { StatsTotals } from '@fundlens/query/routes/dashboard/stats';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { readPipelineStages } from '@fundlens/read-models/dashboards/pipeline-stages';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { redactEvent } from '@fundlens/redaction/redact-event';

/** Fixed, so that the examples change only when what is shown changes. */
const DEMO = { seed: 'examples', baseInstant: Date.UTC(2026, 2, 2, 15), scale: 'small' } as const;
/** A report of a bureau has hundreds of members; an example shows where it stands and what redaction leaves. */
const MEMBERS_SHOWN = 5;
/** As many as when none are asked for. */
const DASHBOARD_DAYS = 30;

/**
 * `data` of each operation by its id, about the demo's showcase: the demo's events, redacted and rendered by the
 * projector's own code. The query service puts such bodies into its answers as they are; an example has the first item of
 * each list.
 */
export async function responseExamples(): Promise<Record<string, unknown>> {
  const { person, report } = showcaseOf(demoWorld(DEMO));
  const documents = referenceFold(redactedEvents());
  const bodyOf = (model: ReadModelName, id: string, view: string) =>
    JSON.parse(textOf(documents.get(`${model}/${id}`), view));
  const ofContact = (view: string) => bodyOf('contacts', `${SHOWCASE_LOCATION}:${person.contactId}`, view);
  const first = (model: ReadModelName, view: string) =>
    JSON.parse(
      textOf(
        [...documents.values()].find(({ readModel, views }) => readModel.name === model && views.has(view)),
        view,
      ),
    );
  const page = { returned: 1, nextCursor: null };
  const window = showcaseWindow();
  const stored = bodyOf('credit_reports', `${SHOWCASE_LOCATION}:${report.requestId}`, 'report');
  return firstOfLists({
    'custom-fields.list': bodyOf('locations', SHOWCASE_LOCATION, 'customFields'),
    'locations.list': { ...page, locations: [bodyOf('locations', SHOWCASE_LOCATION, 'location')] },
    'contacts.list': { ...page, contacts: [ofContact('contact')] },
    'contacts.find': ofContact('contact'),
    ...Object.fromEntries(CONTACT_RECORDS.map(({ path, view }) => [`contacts.${path}`, ofContact(view.name)])),
    'pipeline.list': { pipelineType: 'applicant', ...page, contacts: [ofContact('application')] },
    'deals.list': { ...page, deals: [first('deals', 'deal')] },
    'deals.find': first('deals', 'deal'),
    'deal-pipelines.list': { ...page, pipelines: [first('deal_pipelines', 'pipeline')] },
    'dashboard.stats': new StatsTotals({ days: DASHBOARD_DAYS, now: DEMO.baseInstant }).add(window).data(),
    'pipeline.stages': readPipelineStages(window.stageSums, DEMO_BOARD.slice(0, 3)),
    'changes.list': changes(person.contactId, report.requestId),
    'credential.show': credential(),
    'credit-reports.find': { ...stored, report: shortened(stored.report) },
    'credit-reports.pdf-url': pdfUrl(report.requestId),
  });
}

const instant = (afterNow: number) => new Date(DEMO.baseInstant + afterNow).toISOString();

/** The contact's application and report have changed. */
function changes(contactId: string, requestId: string): unknown {
  const change = { contactId, change: 'upsert', at: instant(-7_000) };
  return {
    returned: 2,
    nextCursor: 'Ac-ahoKyPqbFWI2UNHKZcYf8-cj2DqLMgnjLlzQ2J7ItWyJleGFtcGxlIiwxNzcyNDYzNTk1MDAwLDUwMDAsbnVsbF0',
    hasMore: false,
    upTo: instant(-5_000),
    delayedSince: null,
    resync: false,
    changes: [
      { type: 'application', id: contactId, ...change },
      { type: 'creditReport', id: requestId, ...change },
    ],
  };
}

/** A link of the length and alphabet of a real one. */
function pdfUrl(requestId: string): unknown {
  const link =
    'AbdvoxbhH0jqTsw22xzxFX0GgHzhbIptpNwoui6BANbD31d5RVsiaGFyYm9ydmlldy1hdXN0aW4iLCJoYXJib3J2aWV3Iiwia2V5LWF1c3RpbiIsIkZLc204dWNOdm5HdnI2YjBxeFg3IiwiZXhhbXBsZSIsMTc3MjQ2MzkwMDAwMF0';
  return {
    url: `https://api.example.com/downloads/credit-report.pdf?link=${link}`,
    expiresAt: instant(300_000),
    requestId,
  };
}

/** What is counted of the showcase's location. */
function showcaseWindow(): WindowDocument {
  const { locationId } = showcaseOf(demoWorld(DEMO)).person;
  const location = createMemoryLocation();
  for (const event of demoEvents(demoWorld(DEMO), demoTokens('examples'))) {
    if (event.event.meta.locationId === locationId) location.apply(event);
  }
  return location.refresh(DEMO.baseInstant);
}

/** After the first request of a window. */
function credential(): unknown {
  const used = (limit: number) => ({ limit, remaining: limit - 1 });
  return {
    credentialId: 'key-austin',
    hint: 'x7Qa',
    reach: 'location',
    companyId: 'harborview',
    locations: { rule: 'pinned', locationId: SHOWCASE_LOCATION },
    permissions: ['credit_reports', 'read'],
    expiresAt: null,
    limits: [
      { name: 'window', ...used(600), periodSeconds: 60, resetsAt: instant(60_000) },
      { name: 'day', ...used(250_000), periodSeconds: 86_400, resetsAt: '2026-03-03T00:00:00.000Z' },
    ],
  };
}

function* redactedEvents(): Generator<TypedEvent> {
  const { locationId } = showcaseOf(demoWorld(DEMO)).person;
  for (const { type, event } of demoEvents(demoWorld(DEMO), demoTokens('examples'))) {
    if (event.meta.locationId !== locationId) continue;
    const redacted = redactEvent(event, definitionOf(type).redaction, { customFieldKeepList: new Set() });
    yield { type, event: redacted.event } as TypedEvent;
  }
}

function textOf(document: ReferenceDocument | undefined, view: string): string {
  const body = document?.views.get(view);
  if (body === undefined) throw new TypeError('the showcase of the demo has no such document');
  return Buffer.from(body).toString('utf8');
}

/** One item of a list shows what all of them are. */
function firstOfLists(examples: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(examples), (_, value) => (Array.isArray(value) ? value.slice(0, 1) : value));
}

/** The first members of every object. */
function shortened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shortened);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MEMBERS_SHOWN)
      .map(([name, member]) => [name, shortened(member)]),
  );
}
