import type { BurstResponse } from './burst-client.ts';
import { canariesIn } from './tenant-world.ts';

/** What a request must be answered with, computed from the table of tenants alone. */
export type Expected = {
  readonly status: number;
  /** All that the body must show of tenants, and it shows nothing else. */
  readonly canaries: readonly string[];
  /** What it may show beside them. */
  readonly alsoAllowed?: readonly string[];
  /** Members of `data`. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The entries of a list by their ids, in order. */
  readonly list?: {
    readonly name: string;
    readonly idName: string;
    readonly ids: readonly string[];
    readonly more: boolean;
  };
};

type Data = Readonly<Record<string, unknown>>;
type Entries = readonly Readonly<Record<string, unknown>>[];

/** Null when the answer is exactly the expected one. */
export function problemOf(expected: Expected, { status, headers, body }: BurstResponse): string | null {
  const canaries = new Set(canariesIn(body));
  for (const one of expected.canaries) if (!canaries.delete(one)) return `${status} does not show ${one}`;
  for (const one of expected.alsoAllowed ?? []) canaries.delete(one);
  if (canaries.size > 0) return `${status} shows ${[...canaries].join(', ')}`;
  if (status !== expected.status) return `${status} instead of ${expected.status}: ${body.slice(0, 200)}`;
  const envelope = JSON.parse(body) as { readonly data?: Data; readonly requestId?: string; readonly error?: Data };
  const requestId = envelope.requestId ?? envelope.error?.requestId;
  if (requestId !== undefined && requestId !== headers.get('x-request-id')) return 'the body is of another request';
  return status === 200 ? dataProblem(expected, envelope.data ?? {}) : null;
}

function dataProblem({ members = {}, list }: Expected, data: Data): string | null {
  for (const [name, value] of Object.entries(members)) {
    if (JSON.stringify(valueAt(data, name)) !== JSON.stringify(value)) return `${name} is not ${JSON.stringify(value)}`;
  }
  if (list === undefined) return null;
  const ids = (data[list.name] as Entries).map((entry) => entry[list.idName]);
  if (ids.join() !== list.ids.join()) return `lists ${ids.join()} instead of ${list.ids.join()}`;
  return (data.nextCursor !== null) === list.more ? null : `nextCursor is ${String(data.nextCursor)}`;
}

function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Data | undefined)?.[name], data);
}
