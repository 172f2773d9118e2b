import { partitionKey } from '@fundlens/projection/log/source';
import type { PartitionFigures } from '@fundlens/projection/status/status';
import { actionPath } from './action-path.ts';
import { ageText, countText, instantText, plural } from './console-text.ts';
import type { ConsoleView } from './console-view.ts';
import { html, type Html } from '@fundlens/runtime/html';
import { staleNote } from './stale-note.ts';

/** Partitions in trouble, and the others on request. */
export function partitionsCard(view: ConsoleView): Html {
  const partitions = view.figures.value?.status.partitions;
  const isKafkaAway = view.kafka !== null;
  const how = isKafkaAway ? 'as last known' : 'without trouble';
  if (partitions === undefined) return html`<h2>Partitions</h2>${ownRows(view)}`;
  const ill = partitions.filter(({ trouble }) => trouble !== null && trouble !== 'never_read');
  const well = partitions.filter((partition) => !ill.includes(partition));
  return html`<h2>Partitions</h2>
${staleNote(view)}
${ill.length > 0 && rows(ill, view, 'partitions in trouble')}
${isKafkaAway && html`<p>Kafka does not answer: none of ${plural(partitions.length, 'partition')} goes on.</p>`}
${ill.length === 0 && !isKafkaAway && html`<p>${well.length === 0 ? 'No partition is known yet.' : `None of ${plural(well.length, 'partition')} is in trouble.`}</p>`}
${well.length > 0 && html`<details id="well"><summary id="well-summary">${plural(well.length, 'partition')} ${how}</summary>${rows(well, view, `partitions ${how}`)}</details>`}`;
}

function rows(partitions: readonly PartitionFigures[], view: ConsoleView, label: string): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="wide"><thead><tr><th>Partition</th><th>State</th><th class="number">Age</th><th class="number">Lag</th><th>Owner</th><th>Do</th></tr></thead>
<tbody>${partitions.map((partition) => row(partition, view))}</tbody></table></div>`;
}

function row(partition: PartitionFigures, view: ConsoleView): Html {
  const { topic, partition: number, trouble, projector, asOf, lag, nextOffset } = partition;
  const { now, figures, kafka } = view;
  const isKnown = figures.trouble === null && kafka === null;
  const state = trouble ?? projector?.status ?? 'not known';
  const level = trouble === null || trouble === 'never_read' ? 'ok' : trouble === 'paused' ? 'degraded' : 'stopped';
  const reason = projector?.reason ?? null;
  return html`<tr><td class="keep"><code>${topic}:${number}</code></td>
<td><span class="state ${level}">${state.replaceAll('_', ' ')}</span>${reason !== null && html` <code>${reason}</code>`}${projector !== null && trouble !== null && html`<br><span class="quiet">since ${instantText(projector.since, now)}; next offset ${nextOffset ?? 'not known'}</span>`}</td>
<td class="number">${asOf === null ? '–' : ageText(now - asOf)}</td><td class="number">${isKnown ? countText(lag) : '–'}</td>
<td>${projector === null ? '–' : html`<code>${projector.owner}</code>`}</td><td class="keep">${actions(partition, view)}</td></tr>`;
}

/** The process that has the partition restarts it, so another one only names it. */
function actions({ topic, partition, projector }: PartitionFigures, { own, writes }: ConsoleView): Html | null {
  if (projector === null || projector.status === 'running') return null;
  const here = own.find((found) => partitionKey(found) === partitionKey({ topic, partition }));
  if (here === undefined) return html`<span class="quiet">on its owner's console</span>`;
  if (!writes) return html`<span class="quiet">needs ADMIN_TOKEN</span>`;
  const target = { topic, partition: String(partition) };
  return html`<a href="${actionPath('retry', target)}">Retry…</a> <a href="${actionPath('set-aside', target)}">Set aside…</a>`;
}

/** While MongoDB has not answered once: what this process itself does. */
function ownRows({ own }: ConsoleView): Html {
  if (own.length === 0) return html`<p>No partition is known yet.</p>`;
  return html`<p class="quiet">Of this process only.</p><div class="scroll" tabindex="0" role="region" aria-label="partitions of this process"><table><thead><tr><th>Partition</th><th>State</th><th class="number">Age</th></tr></thead>
<tbody>${own.map(({ topic, partition, status, reason, ageMs }) => html`<tr><td><code>${topic}:${partition}</code></td><td>${status} <code>${reason}</code></td><td class="number">${ageText(ageMs)}</td></tr>`)}</tbody></table></div>`;
}
