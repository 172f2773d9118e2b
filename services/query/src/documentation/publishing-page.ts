import type { ContractReference, EventReference, SampleReference } from '@fundlens/contracts/event-reference';
import { type Html, html } from '@fundlens/runtime/html';
import { ASYNCAPI_PATH, eventNavigation } from './event-navigation.ts';
import { codeBlock, jsonCode } from './literal-text.ts';
import { type PageContext, pageHtml } from './page-shell.ts';

const LANGUAGES: Readonly<Record<string, string>> = { python: 'Python', java: 'Java', go: 'Go', kcat: 'kcat' };

/** What a publisher in any language does, and programs that do it. */
export function publishingPage(contract: ContractReference, context: PageContext): string {
  const { root } = context;
  const body = html`<div class="layout">
${eventNavigation(contract, { current: '', root })}
<main id="content">
<h1>Publishing</h1>
<p class="lead">From your system to a visible answer: six steps, in any language.</p>
${steps(contract, root)}
<h2 id="by-hand">By hand</h2>
<p>One JSON object per line; what has a default may be left out. Lines that break a rule are refused with number, field and rule. At the
end the command prints the positions and the header with which the API's answers have all of it.</p>
${codeBlock('Publishing from the command line', 'npm run publish -- events.ndjson')}
${samples(contract.samples)}
</main>
</div>`;
  return pageHtml({ title: 'Publishing – Fundlens events', section: 'publishing', body }, context);
}

function steps({ events }: ContractReference, root: string): Html {
  // One whose key has the most parts.
  const [event] = events.toSorted((a, b) => partsOf(b) - partsOf(a));
  const least = event?.examples.find(({ name }) => name === 'least');
  return html`<ol class="steps">
<li><b>Take the schema.</b> Each event has a page with its <code>.avsc</code>; <a href="${root}${ASYNCAPI_PATH.slice(1)}" download>asyncapi.json</a> has all of them.
Fill in <code>meta</code> and the full state of the entity, not what changed alone. Instants are milliseconds since 1970, money is integer cents.</li>
<li><b>Encode it</b> in the Confluent wire format: a zero byte, the schema id in four bytes, the Avro record. The subject is
<code>&lt;topic&gt;-&lt;record full name&gt;</code> (<code>TopicRecordNameStrategy</code>), its compatibility <code>BACKWARD_TRANSITIVE</code>.</li>
<li><b>Make the key</b>, UTF-8 text: key, <code>meta</code> and fields name the same ids, else the event is refused.
${least !== undefined && html`The key of this event is <code>${least.key}</code>: ${codeBlock('The least event', jsonCode(least.payload))}`}</li>
<li><b>Count versions.</b> <code>version</code> grows with each change of the entity; a lower one that comes late changes nothing. Raise
<code>epoch</code> when you must begin again. Instants lie at most 24 hours after <code>occurredAt</code>.</li>
<li><b>Send it</b> with <code>acks=all</code> and an idempotent producer. Sending again after a failure is safe. A header
<code>traceparent</code> (W3C Trace Context) is continued.</li>
<li><b>Read what you wrote.</b> Send the position of the record to the API as
<code>X-Wait-For-Position: &lt;topic&gt;/&lt;partition&gt;/&lt;offset&gt;</code>: the answer contains the event, or says that it became a dead letter.</li>
</ol>
<p class="note">An event that breaks a rule becomes a dead letter: its neighbours go on, and the operator can replay it. The page of each event
has its rules.</p>`;
}

function partsOf({ keys: [key = ''] }: EventReference): number {
  return key.split(':').length;
}

/** The programs of `shared/contracts/samples`; nothing where there are none. */
function samples(all: readonly SampleReference[]): Html | null {
  if (all.length === 0) return null;
  return html`<h2 id="samples">Programs</h2>
<p class="quiet">Each publishes events and waits until the API shows them.</p>
${all.map(({ language, files }, index) => sample(language, { files, isFirst: index === 0 }))}`;
}

function sample(
  language: string,
  { files, isFirst }: { readonly files: SampleReference['files']; readonly isFirst: boolean },
): Html {
  const name = LANGUAGES[language] ?? language;
  return html`<details class="example" id="sample-${language}"${isFirst && html` open`}><summary>${name}</summary>
${files.map(({ path, text }) => html`<h3><code>${path.split('/').slice(2).join('/')}</code></h3>${codeBlock(path, text)}`)}</details>`;
}
