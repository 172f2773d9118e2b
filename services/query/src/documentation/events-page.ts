import type { ContractReference, EventReference, FieldReference } from '@fundlens/contracts/reference/event-reference';
import { type Html, html } from '@fundlens/runtime/html';
import { EVENTS_PATH, pageHtml, relativeAddress } from './page-shell.ts';

/** The whole contract, for generators and viewers. */
export const ASYNCAPI_PATH = `${EVENTS_PATH}/asyncapi.json`;

/** The Avro schema that publishers of the event use. */
export function schemaPath(type: string): string {
  return `${EVENTS_PATH}/${type}.avsc`;
}

const PUBLISHERS: Readonly<Record<string, string>> = {
  crm: 'Published by the CRM platform team.',
  funding: 'Published by the funding platform. Holds raw credit reports: TLS, ACLs and encrypted disks are a must.',
  access: 'Published by both. Small, so that a revocation never waits behind a bulk import.',
};

/** How an event travels, and the rules that look at more than one field; those of a field stand at the field. */
const RULES: readonly string[] = [
  'On the wire it is Avro in the Confluent format: a zero byte, the schema id in four bytes, the record. The subject is `<topic>-<record full name>` (`TopicRecordNameStrategy`), its compatibility `BACKWARD_TRANSITIVE`.',
  'The event has the full state of its entity. `version` grows with each change; `epoch` is raised when an upstream begins its versions again.',
  'Key, `meta` and fields name the same ids. An id matches `[A-Za-z0-9][A-Za-z0-9._~@-]*` and does not read as a Social Security number.',
  'With `meta.deleted` all but ids, and the `contactId` of what belongs to a contact, may be empty.',
  'What belongs to a contact moves to another one in two events: a deletion there, a creation here. `createdAt` and `submittedAt` never change.',
  'Instants are milliseconds since 1970, at most 24 hours after `meta.occurredAt`, except `expiresAt` and `dueAt`. Money is integer cents.',
  'A credential of reach `location` names its location in `locationId` and in `meta`; one of reach `agency` names its `companyId`, and no location.',
  'A record has at most 768 KiB, on the funding topic 8.9 MiB with a report of at most 8 MiB; a list has at most 500 entries.',
  'Texts are well-formed Unicode.',
  'Send it with `acks=all` and an idempotent producer; sending again is safe. A request with `X-Wait-For-Position: <topic>/<partition>/<offset>` has the answer with the event, or says that it became a dead letter.',
];

/** What the redactor does with a field of the class. */
const REDACTION_CLASSES: Readonly<Record<string, string>> = {
  identity: 'An id. It is never rewritten; one that reads as a Social Security number makes the event invalid.',
  'free text': 'Every Social Security number in it is replaced before anything is stored.',
  opaque: 'A value of a fixed form that validation has checked (UUID, hash, closed vocabulary). It is left alone.',
  'JSON text': 'A text that holds JSON. It is redacted as JSON.',
  'JSON bytes': 'A stored report. It is redacted token by token; every other byte stays.',
  dropped: 'Accepted, because upstreams send it, and removed before anything is stored.',
};

/** All events on one page: what they have in common, then each with its fields and its schema. */
export function eventsPage({ meta, events }: ContractReference): string {
  const topics = [...Map.groupBy(events, ({ topic }) => topic)];
  const body = html`<div class="layout">
<nav class="side" aria-label="Events">${topics.map(([topic, own]) => html`<h2>${topic}</h2>${own.map(({ type }) => html`<a href="#${type}">${type}</a>`)}`)}</nav>
<main id="content">
<h1>Events</h1>
<p>${events.length} change events on ${topics.length} Kafka topics: what Fundlens reads, and what its API then shows.</p>
<p>An event carries the full state of one entity, and a <code>version</code> that grows with each of its changes. The higher
<code>(epoch, version)</code> wins, so neither the order of arrival nor repetitions matter. A deletion is an event with
<code>meta.deleted</code>. <a href="${relativeAddress(EVENTS_PATH, ASYNCAPI_PATH)}" download>asyncapi.json</a> is the whole contract as AsyncAPI 3.0.</p>
<h2 id="rules">Rules of every event</h2>
<ol>${RULES.map((rule) => html`<li>${marked(rule)}</li>`)}</ol>
<p>An event that breaks a rule becomes a dead letter with a code that says which; its neighbours go on.</p>
<h2 id="meta">meta</h2>
<p>The first field of every event. <code>locationId</code> is null for a company and for a credential of agency reach, nowhere else.</p>
${fieldTable(meta, '')}
<h2 id="redaction">What the redactor does with a field</h2>
<table>${Object.entries(REDACTION_CLASSES).map(([name, text]) => html`<tr><td>${redactionTag(name)}</td><td>${text}</td></tr>`)}</table>
${topics.map(
  ([topic, own]) => html`<h2 id="${topic}"><code>${topic}</code></h2>
<p>${PUBLISHERS[topic.split('.', 1).join()] ?? ''}</p>
${own.map(eventSection)}`,
)}
</main>
</div>`;
  return pageHtml({ path: EVENTS_PATH, title: 'Events – Fundlens', body });
}

function eventSection({ type, doc, remarks, keys, fullName, subject, fields }: EventReference): Html {
  return html`<section id="${type}">
<h2>${type}</h2>
<p>${marked(doc)}</p>
<p>Key ${keys.map((key) => html`<code>${key}</code> `)}· record <code>${fullName}</code> · subject <code>${subject}</code>
· <a href="${relativeAddress(EVENTS_PATH, schemaPath(type))}" download>${type}.avsc</a></p>
${remarks !== '' && html`<p class="note">${marked(remarks)}</p>`}
${fieldTable(fields, `${type}.`)}
</section>`;
}

/** Fields in the order of the schema. @param prefix of their anchors */
function fieldTable(fields: readonly FieldReference[], prefix: string): Html {
  return html`<table>${fields.map(
    ({ path, type, required, redaction, rule }) => html`<tr id="${prefix}${path.replaceAll('[]', '')}">
<td><code>${path}</code> <small>${type}</small></td>
<td>${required !== '' && html`<b>${required === 'always' ? 'required' : `required ${required}`}</b>`}
${redaction !== '' && redactionTag(redaction)} ${marked(rule.charAt(0).toUpperCase() + rule.slice(1))}</td>
</tr>`,
  )}</table>`;
}

function redactionTag(name: string): Html {
  return html`<em class="${name === 'dropped' ? 'dropped' : ''}">${name}</em>`;
}

/** Text with what stands in backticks as code. */
function marked(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
