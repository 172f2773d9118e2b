import { definitionOf } from '@fundlens/contracts/event-types';
import { createMemoryLocation } from '@fundlens/dashboards/testing/memory-location';
import { demoEvents } from '@fundlens/local/demo/demo';
import { demoWorld, showcaseOf } from '@fundlens/local/demo/world';
import { SHOWCASE_LOCATION } from '@fundlens/local/demo/places';
import { DEMO_BOARD } from '@fundlens/local/demo/stages';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { type ReferenceDocument, referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { type CursorScope, cursorKeys, encodeCursor } from '@fundlens/query/pagination/cursor';
import { LINK_PARAMETER, LINK_PATH, linkKeys, signLink } from '@fundlens/query/pdf-link';
import { admissionOf } from '@fundlens/query/quota/limits';
import { changeCursorText } from '@fundlens/query/routes/changes/change-cursor';
import { shownCredential } from '@fundlens/query/routes/credential/show-credential';
import { statsOfLocation } from '@fundlens/query/routes/dashboard/stats';
import { contactRecords } from '@fundlens/query/testing/published-routes';
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
 * projector's own code. The query service puts such bodies into its answers as they are.
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
  return {
    'custom-fields.list': bodyOf('locations', SHOWCASE_LOCATION, 'customFields'),
    'locations.list': { ...page, locations: [bodyOf('locations', SHOWCASE_LOCATION, 'location')] },
    'contacts.list': { ...page, contacts: [ofContact('contact')] },
    'contacts.find': ofContact('contact'),
    ...Object.fromEntries(contactRecords.map(({ operation, view }) => [operation, ofContact(view)])),
    'pipeline.list': { pipelineType: 'applicant', ...page, contacts: [ofContact('application')] },
    'deals.list': { ...page, deals: [first('deals', 'deal')] },
    'deals.find': first('deals', 'deal'),
    'deal-pipelines.list': { ...page, pipelines: [first('deal_pipelines', 'pipeline')] },
    'dashboard.stats': statsOfLocation(window, { days: DASHBOARD_DAYS, now: DEMO.baseInstant }),
    'pipeline.stages': readPipelineStages(window.stageSums, DEMO_BOARD.slice(0, 3)),
    'changes.list': changes(person.contactId, report.requestId),
    'credential.show': credential(),
    'credit-reports.find': { ...stored, report: shortened(stored.report) },
    'credit-reports.pdf-url': pdfUrl(report.requestId),
  };
}

/** The contact's application and report have changed. */
function changes(contactId: string, requestId: string): unknown {
  const at = new Date(DEMO.baseInstant - 7_000).toISOString();
  const scope: CursorScope = {
    route: '/changes',
    reach: 'location',
    companyId: 'harborview',
    locationId: SHOWCASE_LOCATION,
    filters: [],
  };
  const position = { at: DEMO.baseInstant - 5_000, upTo: null };
  const cursor = changeCursorText({ position, sliceMs: 5_000, edition: 'example' });
  return {
    returned: 2,
    nextCursor: encodeCursor(cursorKeys('the secret of the example in the document'), scope, cursor),
    hasMore: false,
    upTo: new Date(position.at).toISOString(),
    delayedSince: null,
    resync: false,
    changes: [
      { type: 'application', id: contactId, contactId, change: 'upsert', at },
      { type: 'creditReport', id: requestId, contactId, change: 'upsert', at },
    ],
  };
}

/** A link of the length and alphabet of a real one. Its secret is published here and signs nothing else. */
function pdfUrl(requestId: string): unknown {
  const expiresAt = DEMO.baseInstant + 300_000;
  const link = signLink(linkKeys('the secret of the example in the document', null), {
    locationId: SHOWCASE_LOCATION,
    companyId: 'harborview',
    credentialId: SPENDER.credentialId,
    requestId,
    contentDigest: 'example',
    expiresAt,
  });
  return {
    url: `https://api.example.com${LINK_PATH}?${LINK_PARAMETER}=${link}`,
    expiresAt: new Date(expiresAt).toISOString(),
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

const SPENDER = {
  credentialId: 'key-austin',
  bucket: 'company:harborview',
  windowLimit: 600,
  dailyQuota: 250_000,
  dailyCap: null,
};
/** The first request of a window. */
const COUNTED = {
  refusedBy: null,
  now: DEMO.baseInstant,
  windowUsed: 1,
  windowResetsInMs: 60_000,
  quotaSpent: 1,
  capSpent: 0,
};

function credential(): unknown {
  const holder = {
    credentialId: SPENDER.credentialId,
    reach: 'location',
    companyId: 'harborview',
    pinnedLocationId: SHOWCASE_LOCATION,
    permissions: ['read', 'credit_reports'],
    expiresAt: null,
    revokedAt: null,
    windowLimit: null,
    dailyCap: null,
    hint: 'x7Qa',
  } as const;
  return shownCredential(holder, admissionOf(SPENDER, COUNTED, 60));
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

/** The first members of every object and the first item of every list. */
function shortened(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MEMBERS_SHOWN)
      .map(([name, member]) => [name, shortened(member)]),
  );
}
