import type { IndexFields } from '@fundlens/read-models/document';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { referenceFold } from '../fold/testing/reference-fold.ts';
import type { Projection } from '../projections/projection.ts';

export type Shown = {
  readonly fields: IndexFields;
  /** By view what a client reads; a view that shows nothing is absent. */
  readonly views: Readonly<Record<string, unknown>>;
  /** The same as the bytes spell it. */
  readonly texts: Readonly<Record<string, string>>;
};

/** What the read model of `projection` shows of each document after `events`, by `_id`. */
export function given(projection: Projection, ...events: readonly Typed[]): Readonly<Record<string, Shown>> {
  const documents = referenceFold(
    events.map((event) => assumeRedacted(event)),
    [projection],
  );
  const shown = [...documents].map(([key, { fields, views }]): [string, Shown] => {
    const texts = [...views].map(([name, bytes]) => [name, Buffer.from(bytes).toString()] as const);
    const bodies = texts.map(([name, text]) => [name, JSON.parse(text) as unknown] as const);
    return [
      key.slice(key.indexOf('/') + 1),
      { fields, views: Object.fromEntries(bodies), texts: Object.fromEntries(texts) },
    ];
  });
  return Object.fromEntries(shown);
}
