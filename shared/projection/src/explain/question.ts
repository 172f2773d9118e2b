import { eventId as eventIdSchema } from '@fundlens/contracts/field-rules';
import { MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/limits';
import { definitionOf as readModelOf } from '@fundlens/read-models/definitions';
import type { ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentId } from '@fundlens/read-models/document';
import { InvalidError } from '@fundlens/runtime/errors';
import { type EntityPattern, isId, keyText, readEntityKey } from './entity-pattern.ts';
import { patternsIn } from './entity-slots.ts';

/** What is to be explained. `text`: how it was understood. */
export type Question =
  | { readonly kind: 'entities'; readonly text: string; readonly patterns: readonly EntityPattern[] }
  | { readonly kind: 'event'; readonly text: string; readonly eventId: string };

const MAX_QUESTION_LENGTH = 1_024;
const ROUTE = /^(?:\/api\/v1)?(?:\/locations\/(?<location>[^/?]+))?(?<path>\/[^?]*)?(?:\?(?<query>.*))?$/;

/**
 * Reads a key (`contact:loc-1:c-1`), the id of an event, or the path of a route
 * (`/api/v1/contacts/c-1/credit-summary?locationId=loc-1`, also written `/api/v1/locations/loc-1/contacts/c-1`).
 * @param locationId of the location, where the path names none.
 * @throws InvalidError `question`, which names the rule and never the text.
 */
export function readQuestion(text: string, locationId: string | null = null): Question {
  const asked = text.trim();
  if (asked.length > MAX_QUESTION_LENGTH) throw notAQuestion(`It is longer than ${MAX_QUESTION_LENGTH} characters.`);
  if (asked.startsWith('/')) return routeQuestion(asked, locationId);
  if (eventIdSchema.safeParse(asked).success) return { kind: 'event', text: `event ${asked}`, eventId: asked };
  const key = readEntityKey(asked);
  if (key !== null) return { kind: 'entities', text: keyText(key), patterns: [key] };
  throw notAQuestion(
    'It must be a key such as contact:LOCATION:CONTACT, the id of an event (a UUID), or the path of a route.',
  );
}

function routeQuestion(asked: string, given: string | null): Question {
  const { location, path = '', query = '' } = ROUTE.exec(asked)?.groups ?? {};
  const parameters = new URLSearchParams(query);
  const locationId = decoded(location ?? parameters.get('locationId') ?? given ?? '');
  if (!isId(locationId, MAX_LOCATION_ID_LENGTH)) {
    throw notAQuestion('A path needs its location: ?locationId=LOCATION or --location LOCATION.');
  }
  const shown = documentShown(path, parameters);
  if (shown === null) {
    throw notAQuestion('This path is a list, or no route: give the path of one entity, or its key.');
  }
  const { model, views, entityId } = shown;
  if (entityId !== null && !isId(entityId)) throw notAQuestion('The path holds no id that an event may have.');
  const id: DocumentId =
    entityId === null ? { kind: 'location', locationId } : { kind: 'location-entity', locationId, entityId };
  const kinds = readModelOf(model).views.flatMap(({ name, reads, readsLifeOf = [] }) =>
    views.includes(name) ? [...reads, ...readsLifeOf] : [],
  );
  return { kind: 'entities', text: `${model} ${views.join(' and ')}`, patterns: patternsIn({ model, id }, kinds) };
}

type ShownDocument = {
  readonly model: ReadModelName;
  readonly views: readonly string[];
  /** Null: the document of the location. */
  readonly entityId: string | null;
};

/** The last part of a contact's route, and the view that it shows. */
const OF_CONTACT: Readonly<Record<string, string>> = {
  application: 'application',
  'credit-summary': 'creditSummary',
  'underwriting-results': 'underwritingResults',
  'funding-plans': 'fundingPlans',
  'next-steps': 'nextSteps',
};

/** Null: a list, or no route. */
function documentShown(path: string, parameters: URLSearchParams): ShownDocument | null {
  const [resource = '', id, part, ...more] = path.split('/').slice(1);
  const included = (parameters.get('include') ?? '').split(',').filter((name) => name !== '');
  const contactId = parameters.get('contactId');
  const requestId = parameters.get('requestId');
  if (more.length > 0) return null;
  if (resource === '' || resource === 'locations') return { model: 'locations', views: ['location'], entityId: null };
  if (resource === 'custom-fields') return { model: 'locations', views: ['customFields'], entityId: null };
  if (resource === 'contacts' && id !== undefined) {
    const view = part === undefined ? 'contact' : OF_CONTACT[part];
    return view === undefined ? null : { model: 'contacts', views: [view, ...included], entityId: decoded(id) };
  }
  if (resource === 'pipeline' && id === undefined && contactId !== null) {
    return { model: 'contacts', views: ['application', ...included], entityId: contactId };
  }
  if (resource === 'deals' && id !== undefined && part === undefined) {
    return { model: 'deals', views: ['deal'], entityId: decoded(id) };
  }
  if (resource === 'credit-reports' && (id === undefined || id === 'pdf-url')) {
    if (requestId !== null) return { model: 'credit_reports', views: ['report'], entityId: requestId };
    return contactId === null ? null : { model: 'contacts', views: ['creditSummary'], entityId: contactId };
  }
  return null;
}

/** Empty for what cannot be decoded, which is no id. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

function notAQuestion(rule: string): InvalidError {
  return new InvalidError('question', rule);
}
