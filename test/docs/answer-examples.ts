import { definitionOf } from '@fundlens/contracts/event-types';
import { demoEvents, demoWorld } from '@fundlens/local/demo/demo-events';
import { SHOWCASE_LOCATION, showcaseOf } from '@fundlens/local/demo/showcase';
import { demoTokens } from '@fundlens/local/demo/tokens';
import type { TypedEvent } from '@fundlens/projector/projections/projection';
import { type ReferenceDocument, referenceFold } from '@fundlens/projector/projections/reference-fold';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { redactEvent } from '@fundlens/redaction/redact-event';

/** Fixed, so that the examples change only when what is shown changes. */
const DEMO = { seed: 'examples', baseInstant: Date.UTC(2026, 2, 2, 15), scale: 'small' } as const;
/** A report of a bureau has hundreds of members; an example shows where it stands and what redaction leaves. */
const MEMBERS_SHOWN = 5;

/**
 * `data` of each operation by its id, about the demo's showcase: the demo's events, redacted and rendered by the
 * projector's own code. The query service puts such bodies into its answers as they are.
 */
export function answerExamples(): Record<string, unknown> {
  const { person, report } = showcaseOf(demoWorld(DEMO));
  const documents = referenceFold(redactedEvents());
  const bodyOf = (model: ReadModelName, id: string) => JSON.parse(textOf(documents.get(`${model}/${id}`)));
  const ofContact = (model: ReadModelName) => bodyOf(model, `${SHOWCASE_LOCATION}:${person.contactId}`);
  const first = (model: ReadModelName) =>
    JSON.parse(
      textOf([...documents.values()].find((found) => found.projection.readModel.name === model && found.body)),
    );
  const page = { returned: 1, nextCursor: null };
  const stored = bodyOf('credit_reports', `${SHOWCASE_LOCATION}:${report.requestId}`);
  return {
    'locations.list': { ...page, locations: [bodyOf('locations', SHOWCASE_LOCATION)] },
    'contacts.list': { ...page, contacts: [ofContact('contacts')] },
    'contacts.find': ofContact('contacts'),
    'contacts.credit-summary': ofContact('credit_summaries'),
    'contacts.underwriting-results': ofContact('underwriting_results'),
    'contacts.funding-plans': ofContact('funding_plans'),
    'contacts.next-steps': ofContact('next_steps'),
    'pipeline.list': { pipelineType: 'applicant', ...page, contacts: [ofContact('applicants')] },
    'deals.list': { ...page, deals: [first('deals')] },
    'deals.find': first('deals'),
    'deal-pipelines.list': { ...page, pipelines: [first('deal_pipelines')] },
    'credit-reports.find': { ...stored, report: shortened(stored.report) },
  };
}

function* redactedEvents(): Generator<TypedEvent> {
  const { locationId } = showcaseOf(demoWorld(DEMO)).person;
  for (const { type, event } of demoEvents({ ...DEMO, tokens: demoTokens('examples') })) {
    if (event.meta.locationId !== locationId) continue;
    const redacted = redactEvent(event, definitionOf(type).redaction, { customFieldKeepList: new Set() });
    yield { type, event: redacted.event } as TypedEvent;
  }
}

function textOf(document: ReferenceDocument | undefined): string {
  if (document?.body == null) throw new TypeError('the showcase of the demo has no such document');
  return Buffer.from(document.body).toString('utf8');
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
