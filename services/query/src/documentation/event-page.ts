import type { EventExample } from '@fundlens/contracts/event-examples';
import type { ContractReference, EventReference, VersionReference } from '@fundlens/contracts/event-reference';
import { type Html, html } from '@fundlens/runtime/html';
import { eventNavigation, schemaFile, versionFile } from './event-navigation.ts';
import { fieldList } from './field-list.ts';
import { codeBlock, jsonCode, marked } from './literal-text.ts';
import { type PageContext, pageHtml } from './page-shell.ts';

const EXAMPLE_TITLES: Readonly<Record<string, string>> = {
  full: 'An event',
  least: 'The least that an event must have',
  deletion: 'A deletion',
};

/** One event: what it says, its fields, examples and versions. */
export function eventPage(event: EventReference, contract: ContractReference, context: PageContext): string {
  const body = html`<div class="layout">
${eventNavigation(contract, { current: event.type, ...context })}
<main id="content">
<h1>${event.type}</h1>
<p class="lead">${marked(event.doc)}</p>
${facts(event, context)}
${event.remarks !== '' && html`<p class="note">${marked(event.remarks)}</p>`}
<h2 id="fields">Fields</h2>
<details class="meta"><summary><code>meta</code> · ${contract.meta.length} fields, the same for every event</summary>${fieldList(contract.meta)}</details>
${fieldList(event.fields)}
<p class="quiet">What <span class="tag redaction">free text</span> and the other classes mean stands <a href="${context.root}docs/events#redaction">with the list of events</a>.</p>
<h2 id="examples">Examples</h2>
<p class="quiet">As <code>npm run publish</code> takes them, one on a line with <code>"type": "${event.type}"</code>. On the wire a record is Avro, and
what is left out has its default.</p>
${event.examples.map(example)}
<h2 id="versions">Versions</h2>
<p class="quiet">Every schema that publishers were ever given; the projector reads records of all of them.</p>
<ol class="versions">${event.versions.toReversed().map((version) => versionItem(event, version, context))}</ol>
</main>
</div>`;
  return pageHtml({ title: `${event.type} – Fundlens events`, section: 'events', body }, context);
}

function facts(event: EventReference, { root }: PageContext): Html {
  const keys = event.keys.map((key) => html`<code>${key}</code> `);
  const file = schemaFile(event);
  return html`<dl class="facts">
<dt>Topic</dt><dd><code>${event.topic}</code></dd>
<dt>Key</dt><dd>${keys}</dd>
<dt>Record</dt><dd><code>${event.fullName}</code></dd>
<dt>Subject</dt><dd><code>${event.subject}</code></dd>
<dt>Schema</dt><dd>version ${event.versions.length} · <a href="${root}${file.slice(1)}" download>${event.type}.avsc</a></dd>
</dl>`;
}

function example({ name, key, payload }: EventExample): Html {
  const title = EXAMPLE_TITLES[name] ?? name;
  return html`<details class="example"${name === 'full' && html` open`}><summary>${title}</summary>
<p>Key <code>${key}</code></p>
${codeBlock(title, jsonCode(payload))}</details>`;
}

function versionItem(event: EventReference, { version, changes }: VersionReference, { root }: PageContext): Html {
  const file = versionFile(event, version);
  const isCurrent = version === event.versions.length;
  return html`<li><p><b>Version ${version}</b>${isCurrent && html` <span class="tag">current</span>`} <a href="${root}${file.slice(1)}" download>v${version}.avsc</a></p>
${changes.length === 0 ? html`<p class="quiet">The first one.</p>` : html`<ul>${changes.map((change) => html`<li>${marked(change)}</li>`)}</ul>`}</li>`;
}
