import type { ContractReference, EventReference } from '@fundlens/contracts/event-reference';
import { type Html, html } from '@fundlens/runtime/html';
import { ASYNCAPI_PATH, byTopic, eventNavigation, eventPath, PUBLISHING_PATH } from './event-navigation.ts';
import { fieldList, REDACTION_CLASSES } from './field-list.ts';
import { marked } from './literal-text.ts';
import { type PageContext, pageHtml } from './page-shell.ts';

const PUBLISHERS: Readonly<Record<string, string>> = {
  crm: 'Published by the CRM platform team.',
  funding: 'Published by the funding platform. Holds raw credit reports: TLS, ACLs and encrypted disks are a must.',
  access: 'Published by both. Small, so that a revocation never waits behind a bulk import.',
};

/** The rules that look at more than one field; those of a field stand at the field. */
const RULES: readonly string[] = [
  'The event has the full state of its entity. `version` grows with each change; `epoch` is raised when an upstream begins its versions again.',
  'Key, `meta` and fields name the same ids. An id matches `[A-Za-z0-9][A-Za-z0-9._~@-]*` and does not read as a Social Security number.',
  'With `meta.deleted` all but ids, and the `contactId` of what belongs to a contact, may be empty.',
  'What belongs to a contact moves to another one in two events: a deletion there, a creation here. `createdAt` and `submittedAt` never change.',
  'Instants are at most 24 hours after `meta.occurredAt`, except `expiresAt` and `dueAt`.',
  'A credential of reach `location` names its location in `locationId` and in `meta`; one of reach `agency` names its `companyId`, and no location.',
  'A record has at most 768 KiB, on the funding topic 8.9 MiB with a report of at most 8 MiB; a list has at most 500 entries.',
  'Texts are well-formed Unicode.',
];

/** All events, what they have in common, and what can be taken away as files. */
export function eventIndexPage(contract: ContractReference, context: PageContext): string {
  const { root } = context;
  const topics = byTopic(contract);
  const body = html`<div class="layout">
${eventNavigation(contract, { current: '', root })}
<main id="content">
<h1>Events</h1>
<p class="lead">${contract.events.length} change events on ${topics.length} Kafka topics: what Fundlens reads, and what its API then shows.</p>
<p>An event carries the full state of one entity, and a <code>version</code> that grows with each of its changes. The higher
<code>(epoch, version)</code> wins, so neither the order of arrival nor repetitions matter. A deletion is an event with
<code>meta.deleted</code>. <a href="${root}${PUBLISHING_PATH.slice(1)}">How to publish</a></p>
<ul class="files">
<li><a href="${root}${ASYNCAPI_PATH.slice(1)}" download>asyncapi.json</a> the whole contract as AsyncAPI 3.0, for generators and viewers</li>
<li>an Avro schema, <code>.avsc</code>, on the page of each event</li>
</ul>
${topics.map(([topic, events]) => topicSection(topic, events, root))}
<h2 id="rules">Rules of every event</h2>
<ol class="rules">${RULES.map((rule) => html`<li>${marked(rule)}</li>`)}</ol>
<p class="quiet">An event that breaks a rule becomes a dead letter with a code that says which; its neighbours go on.</p>
<h2 id="meta">meta</h2>
<p>The first field of every event. <code>locationId</code> is null for a company and for a credential of agency reach, nowhere else.</p>
${fieldList(contract.meta)}
<h2 id="redaction">What the redactor does with a field</h2>
<dl class="classes">${Object.entries(REDACTION_CLASSES).map(
    ([name, text]) =>
      html`<dt><span class="tag ${name === 'dropped' ? 'dropped' : 'redaction'}">${name}</span></dt><dd>${text}</dd>`,
  )}</dl>
</main>
</div>`;
  return pageHtml({ title: 'Events – Fundlens', section: 'events', body }, context);
}

function topicSection(topic: string, events: readonly EventReference[], root: string): Html {
  const [stream = ''] = topic.split('.');
  return html`<h2 id="${topic}"><code>${topic}</code></h2>
<p class="quiet">${PUBLISHERS[stream] ?? ''}</p>
<ul class="cards">${events.map(
    (event) => html`<li><a href="${root}${eventPath(event).slice(1)}"><b>${event.type}</b></a>
<p>${marked(event.doc)}</p><p class="quiet"><code>${event.keys[0] ?? ''}</code></p></li>`,
  )}</ul>`;
}
