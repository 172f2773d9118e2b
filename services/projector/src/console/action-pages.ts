import type { ActionName } from './action-path.ts';
import type { ActionResult, ActionTarget } from './console-actions.ts';
import { page } from './console-page.ts';
import { countText, plural } from './console-text.ts';
import { html, type Html } from '@fundlens/runtime/html';

export const MAX_REASON_CHARACTERS = 500;

const EFFECTS: Readonly<Record<ActionName, readonly [verb: string, effect: string]>> = {
  replay: [
    'Replay',
    'Each event is read from the log again and goes the way of every event. What is valid now reaches the read models and stops blocking; what is still invalid stays open and counts one attempt more. It may be repeated.',
  ],
  discard: [
    'Discard',
    'What they say never reaches the read models, and what they block is trusted again: of all with a reason, those that block are left. This cannot be undone.',
  ],
  retry: [
    'Retry',
    'The partition restarts from its checkpoint. Nothing is skipped; while the reason is still there, it stops again.',
  ],
  'set-aside': [
    'Set aside through an offset of',
    'The partition restarts from its checkpoint, and invalid records up to the offset become dead letters, however many they are. Valid ones are applied. It holds until the partition is assigned anew. A partition that waits is not stopped: nothing changes.',
  ],
};

type ConfirmPage = {
  readonly name: ActionName;
  readonly target: ActionTarget;
  readonly count: number;
  /** Why it is shown again. */
  readonly problem: string | null;
  readonly by: string;
};

/** Says what will happen, and asks for the token. */
export function confirmPage({ name, target, count, problem, by }: ConfirmPage): string {
  const [verb, effect] = EFFECTS[name];
  const what =
    target.kind === 'partition' ? `partition ${target.text}` : `${plural(count, 'dead letter')}: ${target.text}`;
  const body = html`<article class="card narrow"><h2>${verb} ${what}</h2><p>${effect}</p>
${problem !== null && html`<p role="alert" class="state stopped">${problem}</p>`}
<form method="post" autocomplete="on">${fieldsOf(target).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
<label>Account or ticket<span>It is stored and logged with what you do.</span><input name="by" required maxlength="64" pattern="[A-Za-z0-9][A-Za-z0-9._#\\-]*" autocomplete="username" value="${by}"></label>
${name === 'discard' && html`<label>Because<span>Stored with them; Social Security numbers are redacted.</span><input name="because" required maxlength="${MAX_REASON_CHARACTERS}"></label>`}
${name === 'set-aside' && html`<label>Through offset<span>The last record that may be set aside.</span><input name="through" required inputmode="numeric" pattern="[0-9]{1,15}"></label>`}
<label>Token<span>ADMIN_TOKEN of this projector.</span><input name="token" type="password" required autocomplete="current-password"></label>
<button type="submit">${verb} ${target.kind === 'partition' ? target.text : countText(count)}</button></form>
<p><a href="/console">Back, change nothing</a></p></article>`;
  return notLive(`${verb}?`, body);
}

export function resultPage(name: ActionName, target: ActionTarget, { outcomes, left }: ActionResult): string {
  const lines = Object.entries(outcomes);
  const body = html`<article class="card narrow" role="status"><h2>${EFFECTS[name][0]} ${target.text}</h2>
${lines.length === 0 ? html`<p>Nothing was open any more.</p>` : html`<dl>${lines.map(([outcome, count]) => html`<dt>${outcome.replaceAll('_', ' ')}</dt><dd>${countText(count)}</dd>`)}</dl>`}
${left > 0 && html`<p>${countText(left)} are left: the time of one request is over. Do it again to go on.</p>`}
<p><a href="/console">Back to the console</a></p></article>`;
  return notLive('done', body);
}

export function problemPage(message: string): string {
  return notLive(
    'not done',
    html`<article class="card narrow"><h2>Nothing was changed</h2><p role="alert">${message}</p><p><a href="/console">Back to the console</a></p></article>`,
  );
}

function fieldsOf(target: ActionTarget): [string, string][] {
  if (target.kind === 'partition') {
    const { topic, partition } = target.topicPartition;
    return [
      ['topic', topic],
      ['partition', String(partition)],
    ];
  }
  const { ids = [], reason } = target.selection;
  return reason === undefined ? ids.map((id): [string, string] => ['id', id]) : [['reason', reason]];
}

function notLive(title: string, body: Html): string {
  return page({ title: `${title} – Fundlens`, icon: 'unknown', live: false, head: html``, body });
}
