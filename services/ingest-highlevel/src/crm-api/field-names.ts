import { MAX_LINE_LENGTH } from '@fundlens/contracts/definition/limits';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { failureKind } from '@fundlens/runtime/errors';
import type { Purpose } from '../crm-reader.ts';
import type { CrmClient } from './crm-client.ts';

/** People rename a field rarely. */
const FRESH_MS = 600_000;
/** Between two looks at the definitions of one location, for a field that is not known. */
const AGAIN_MS = 60_000;
/** A change should be visible soon: its contact goes on without names, and the next one has them. */
const WEBHOOK_WAIT_MS = 2_000;
/** A location has some hundred fields at most: a few megabytes. */
const MAX_LOCATIONS = 1_000;

type Names = ReadonlyMap<string, string>;
type Known = { readonly names: Names; readonly lookedAt: number };

const NOTHING: Known = { names: new Map(), lookedAt: Number.NEGATIVE_INFINITY };

export type NameFields = (events: readonly Publishable[], purpose: Purpose) => Promise<Publishable[]>;

/**
 * Gives the custom fields of contacts the names that their location defines: the redactor judges values by them. A failed look
 * keeps no contact from being published: it has the names of the look before, or none. HighLevel's answers are counted where
 * they arrive.
 *
 * @param wait resolves after so many milliseconds
 */
export function createNameFields(
  client: Pick<CrmClient, 'list'>,
  { clock, wait }: { readonly clock: () => number; readonly wait: (ms: number) => Promise<unknown> },
): NameFields {
  const known = new Map<string, Known>();
  const looks = new Map<string, Promise<void>>();

  async function look(locationId: string, purpose: Purpose): Promise<void> {
    const listed = client.list('customField', locationId, { purpose, cursor: null });
    const names = await listed.then(namesOf, (error: unknown) => {
      if (failureKind(error) === 'fatal') throw error;
      return (known.get(locationId) ?? NOTHING).names;
    });
    known.delete(locationId);
    known.set(locationId, { names, lookedAt: clock() });
    for (const oldest of known.keys()) if (known.size > MAX_LOCATIONS) known.delete(oldest);
  }

  async function namesFor(locationId: string, ids: readonly string[], purpose: Purpose): Promise<Names> {
    const { names, lookedAt } = known.get(locationId) ?? NOTHING;
    const goodForMs = ids.every((id) => names.has(id)) ? FRESH_MS : AGAIN_MS;
    if (clock() - lookedAt < goodForMs) return names;
    const begun = looks.get(locationId) ?? look(locationId, purpose).finally(() => looks.delete(locationId));
    looks.set(locationId, begun);
    await (purpose === 'webhook' ? Promise.race([begun, wait(WEBHOOK_WAIT_MS)]) : begun);
    return known.get(locationId)?.names ?? names;
  }

  return async (events, purpose) =>
    await Promise.all(
      events.map(async (published) => {
        if (published.type !== 'ContactChanged' || published.event.customFields.length === 0) return published;
        const { event } = published;
        const ids = event.customFields.map(({ id }) => id);
        const names = await namesFor(event.meta.locationId, ids, purpose);
        const customFields = event.customFields.map((field) => ({ ...field, name: names.get(field.id) || null }));
        return { ...published, event: { ...event, customFields } };
      }),
    );
}

function namesOf({ entities }: Awaited<ReturnType<CrmClient['list']>>): Names {
  const line = (name: unknown) => (typeof name === 'string' ? name.slice(0, MAX_LINE_LENGTH).toWellFormed() : '');
  return new Map(entities.map(({ id, name }) => [id, line(name)]));
}
