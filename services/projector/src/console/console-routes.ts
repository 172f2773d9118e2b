import { isOperatorAccount } from '@fundlens/redaction/operator-account';
import type { AdminAction, AdminRequest, AdminResponse } from '@fundlens/runtime/admin-server';
import { sleep } from '@fundlens/runtime/backoff';
import { failureCode } from '@fundlens/runtime/errors';
import { ACTIONS, type ActionName } from './action-path.ts';
import { confirmPage, MAX_REASON_CHARACTERS, problemPage, resultPage } from './action-pages.ts';
import { assetActions } from './console-assets.ts';
import type { ActionTarget, ConsoleActions } from './console-actions.ts';
import type { ConsoleExplain } from './console-explain.ts';
import { consolePage } from './console-page.ts';
import type { ConsoleView } from './console-view.ts';
import { explainRoute } from './explain-routes.ts';

/** Own files only; nothing inline; no other site may frame it or be sent to. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cache-control': 'no-store',
  // A form names its origin, which a write is checked by; no other site learns the address.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
};

/** The page must come within a second, also while a server is silent. */
const FRESH_WITHIN_MS = 600;

type ConsoleRoutesOptions = {
  readonly refresh: () => Promise<void>;
  readonly view: () => ConsoleView;
  readonly actions: ConsoleActions;
  readonly explain: ConsoleExplain;
};

/** The console at `/` and `/console`, explanations, its files, and a page for each action: GET asks, POST with the token does it. */
export function consoleRoutes({ refresh, view, actions, explain }: ConsoleRoutesOptions): AdminAction[] {
  return [
    {
      method: 'GET',
      path: /^\/(console)?$/,
      async run() {
        await Promise.race([refresh(), sleep(FRESH_WITHIN_MS)]);
        return text(200, consolePage(view()));
      },
    },
    explainRoute(explain, text),
    ...assetActions(),
    ...ACTIONS.flatMap((name) => routesOf(name, actions)),
  ];
}

function routesOf(name: ActionName, actions: ConsoleActions): AdminAction[] {
  const path = new RegExp(`^/console/${name}$`);
  return [
    {
      method: 'GET',
      path,
      run: async ({ query }) => await ask({ name, given: query, problem: null, status: 200 }, actions),
    },
    {
      method: 'POST',
      path,
      run: async ({ form }) => await act(name, form, actions),
      refused: ({ status, message }) => text(status, problemPage(message)),
    },
  ];
}

type Question = {
  readonly name: ActionName;
  readonly given: URLSearchParams;
  readonly problem: string | null;
  readonly status: number;
};

async function ask({ name, given, problem, status }: Question, actions: ConsoleActions): Promise<AdminResponse> {
  const target = targetOf(name, given);
  if (target === null) return text(400, problemPage('The address names no dead letter and no partition.'));
  try {
    const count = await actions.count(target);
    return text(status, confirmPage({ name, target, count, problem, by: given.get('by') ?? '' }));
  } catch (error) {
    return text(503, problemPage(`The dead letters cannot be counted now: ${failureCode(error)}.`));
  }
}

async function act(name: ActionName, form: AdminRequest['form'], actions: ConsoleActions): Promise<AdminResponse> {
  const target = targetOf(name, form);
  if (target === null) return text(400, problemPage('The form names no dead letter and no partition.'));
  const problem = problemOf(name, form);
  if (problem !== null) return await ask({ name, given: form, problem, status: 400 }, actions);
  const [by = '', because = '', through] = ['by', 'because', 'through'].map((field) => form.get(field)?.trim());
  try {
    const order = { name, target, by, because, through: name === 'set-aside' ? Number(through) : null };
    return text(200, resultPage(name, target, await actions.run(order)));
  } catch (error) {
    const message = `It was broken off: ${failureCode(error)}. What was not done yet stays as it is; do it again to go on.`;
    return text(503, problemPage(message));
  }
}

/** Why the form cannot be taken; null: it can. */
function problemOf(name: ActionName, form: URLSearchParams): string | null {
  if (!isOperatorAccount(form.get('by')?.trim() ?? '')) {
    return 'The account must be the name of an account or ticket: letters, digits and . _ # -';
  }
  const because = form.get('because')?.trim() ?? '';
  if (name === 'discard' && (because === '' || because.length > MAX_REASON_CHARACTERS)) {
    return `The reason must have 1 to ${MAX_REASON_CHARACTERS} characters.`;
  }
  if (name === 'set-aside' && !/^[0-9]{1,15}$/.test(form.get('through')?.trim() ?? '')) {
    return 'The offset must be a whole number.';
  }
  return null;
}

const DEAD_LETTER_ID = /^[A-Za-z0-9._-]{1,249}:[0-9]{1,6}:[0-9]{1,15}$/;
const REASON_CODE = /^[A-Za-z0-9_]{1,64}$/;
const TOPIC = /^[A-Za-z0-9._-]{1,249}$/;

/** Null when the parameters name nothing that the action is for. */
function targetOf(name: ActionName, given: URLSearchParams): ActionTarget | null {
  const [id = '', reason = '', topic = '', partition = ''] = ['id', 'reason', 'topic', 'partition'].map(
    (field) => given.get(field) ?? undefined,
  );
  if (name === 'retry' || name === 'set-aside') {
    if (!TOPIC.test(topic) || !/^[0-9]{1,6}$/.test(partition)) return null;
    return {
      kind: 'partition',
      topicPartition: { topic, partition: Number(partition) },
      text: `${topic}:${partition}`,
    };
  }
  if (DEAD_LETTER_ID.test(id)) return { kind: 'dead-letters', selection: { ids: [id] }, text: id };
  return REASON_CODE.test(reason) ? { kind: 'dead-letters', selection: { reason }, text: `all ${reason}` } : null;
}

function text(status: number, body: string): AdminResponse {
  return { status, headers: HEADERS, body };
}
