import type { IndexValue } from '@fundlens/read-models/document';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import type { Projection } from '../projection.ts';
import { referenceFold } from '../../fold/reference-fold.ts';

export type Shown = {
  readonly fields: Readonly<Record<string, IndexValue>>;
  /** The body as a client reads it; null when nothing is shown. */
  readonly body: unknown;
  readonly text: string | null;
};

/** What `projection` shows of each document after `events`, by `_id`. */
export function given(projection: Projection, ...events: readonly Typed[]): Readonly<Record<string, Shown>> {
  const documents = referenceFold(
    events.map((event) => assumeRedacted(event)),
    [projection],
  );
  const shown = [...documents].map(([key, { fields, body }]): [string, Shown] => {
    const text = body === null ? null : Buffer.from(body).toString();
    return [key.slice(key.indexOf('/') + 1), { fields, text, body: text === null ? null : JSON.parse(text) }];
  });
  return Object.fromEntries(shown);
}
