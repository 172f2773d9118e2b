import { contactRecords } from '@fundlens/query/testing/published-routes';
import { hash } from 'node:crypto';
import type { DemoWorld } from '@fundlens/local/demo/world/world';
import { sleep } from '@fundlens/runtime/backoff';
import { type ApiAnswer, request, target } from '../harness/api-client.ts';
import { issueCredential } from '../harness/tenants.ts';
import type { Random } from '../simulation/random.ts';

/** What came of questions about the demo's data, which does not change: the same question always has the same answer. */
export type DemoReads = {
  total: number;
  /** By status, and `no answer`. */
  readonly byOutcome: Map<string, number>;
  /** Answers compared with the first one to the same question. */
  compared: number;
  /** Answers that differ from the first one, one line each. */
  readonly changed: string[];
};

const COMPANY = 'harborview';
/** Reads all of the company's locations, full reports too. */
export const demoReader = issueCredential({
  credentialId: 'proof-demo-reader',
  companyId: COMPANY,
  locationId: null,
  permissions: ['read', 'credit_reports'],
});

/** So few that each question is asked before the switch and after it. */
const CONTACTS = 30;
const PAUSE_MS = 25;
const MOST_CHANGED = 50;
const OK = 200;

export function newDemoReads(): DemoReads {
  return { total: 0, byOutcome: new Map(), compared: 0, changed: [] };
}

/** Questions about every read model, of contacts that have a report. */
export function demoQuestions(world: DemoWorld, random: Random): string[] {
  const locations = world.locations.filter(
    ({ profile }) => profile.companyId === COMPANY && profile.installation === 'installed',
  );
  const lists = locations.flatMap(({ profile: { locationId } }) => [
    target('/contacts', { locationId, limit: 20 }),
    target('/pipeline', { locationId, limit: 20 }),
    target('/deals', { locationId, limit: 20 }),
    target('/deal-pipelines', { locationId }),
    target('/custom-fields', { locationId }),
    target('/pipeline/stages', { locationId }),
    target('/dashboard/stats', { locationId, days: random.between(1, 365) }),
  ]);
  const reported = locations.flatMap(({ contacts }) =>
    contacts
      .filter(({ person, application }) => person.deletedAt === null && (application?.reports.length ?? 0) > 0)
      .map(({ person }) => person),
  );
  const details = random
    .shuffled(reported)
    .slice(0, CONTACTS)
    .flatMap(({ contactId, locationId }) => [
      target(`/contacts/${contactId}`, { locationId }),
      ...contactRecords.map(({ name: part }) => target(`/contacts/${contactId}/${part}`, { locationId })),
      target('/credit-reports', { locationId, contactId }),
    ]);
  return ['/locations', ...lists, ...details];
}

export type DemoReaderOptions = {
  readonly baseUrl: string;
  readonly questions: readonly string[];
  readonly random: Random;
  /** First answers by question, shared by all readers. */
  readonly first: Map<string, string>;
  readonly reads: DemoReads;
};

/** Asks one question after the other until aborted. */
export async function readDemo(options: DemoReaderOptions, signal: AbortSignal): Promise<void> {
  const { baseUrl, questions, random, first, reads } = options;
  while (!signal.aborted) {
    const asked = random.pick(questions);
    const answer = await request(baseUrl, { target: asked, token: demoReader.token }).catch(() => null);
    const outcome = answer === null ? 'no answer' : String(answer.status);
    reads.total += 1;
    reads.byOutcome.set(outcome, (reads.byOutcome.get(outcome) ?? 0) + 1);
    if (answer?.status === OK) compare(asked, answer);
    await sleep(PAUSE_MS, signal);
  }

  function compare(asked: string, answer: ApiAnswer): void {
    const { digest, today } = contentOf(answer);
    const question = `${asked} ${today}`;
    const before = first.get(question);
    first.set(question, before ?? digest);
    if (before === undefined) return;
    reads.compared += 1;
    if (before !== digest && reads.changed.length < MOST_CHANGED) {
      reads.changed.push(`GET ${asked}: not what it was before`);
    }
  }
}

type Content = { readonly digest: string; readonly today: string };

function contentOf({ body }: ApiAnswer): Content {
  const { data } = JSON.parse(body) as { readonly data: { readonly window?: unknown; readonly nextCursor?: unknown } };
  // A cursor is sealed anew for each answer; a dashboard's window is another one tomorrow.
  const { nextCursor: _, ...content } = data;
  return { digest: hash('sha256', JSON.stringify(content)), today: JSON.stringify(data.window ?? null) };
}
