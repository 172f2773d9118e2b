import { MAX_LINE_LENGTH } from '@fundlens/contracts/definition/limits';
import { failureKind } from '@fundlens/runtime/errors';
import { isPassing, type Purpose } from '../crm-reader.ts';
import type { Statement } from '../marks/content.ts';
import type { CrmClient } from './crm-client.ts';
import { unavailable } from './crm-errors.ts';

/** Between two looks at the definitions of one location. */
const AGAIN_MS = 60_000;
/** A change should be visible soon: one that waits for names is read again by then. */
const WEBHOOK_WAIT_MS = 2_000;
/** A location has some hundred fields at most: a few megabytes. */
const MAX_LOCATIONS = 1_000;

type Names = ReadonlyMap<string, string>;
type Known = { readonly names: Names; readonly lookedAt: number };

const NOTHING: Known = { names: new Map(), lookedAt: Number.NEGATIVE_INFINITY };

export type NameFields = (statement: Statement, locationId: string, purpose: Purpose) => Promise<Statement>;

/**
 * Gives the custom fields of contacts the names that their location defines: the redactor judges values by them, so that a
 * field that was never looked for keeps its contact waiting. Where HighLevel refuses the definitions there are no names. Its
 * answers are counted where they arrive.
 *
 * @param wait resolves after so many milliseconds
 */
export function createNameFields(
  client: Pick<CrmClient, 'list'>,
  { clock, wait }: { readonly clock: () => number; readonly wait: (ms: number) => Promise<unknown> },
): NameFields {
  const known = new Map<string, Known>();
  const looks = new Map<string, Promise<void>>();

  async function look(locationId: string, ids: readonly string[], purpose: Purpose): Promise<void> {
    const before = (known.get(locationId) ?? NOTHING).names;
    const listed = client.list('customField', locationId, { purpose, cursor: null });
    const names = await listed.then(namesOf, (error: unknown) => {
      if (isPassing(error) || failureKind(error) === 'fatal') throw error;
      return before;
    });
    // Those that are not listed are not looked for at each contact.
    const asked = [...before.keys(), ...ids].map((id) => [id, ''] as const);
    known.delete(locationId);
    known.set(locationId, { names: new Map([...asked, ...names]), lookedAt: clock() });
    for (const oldest of known.keys()) if (known.size > MAX_LOCATIONS) known.delete(oldest);
  }

  async function namesFor(locationId: string, ids: readonly string[], purpose: Purpose): Promise<Names> {
    const { names, lookedAt } = known.get(locationId) ?? NOTHING;
    const isKnown = ids.every((id) => names.has(id));
    if (isKnown && clock() - lookedAt < AGAIN_MS) return names;
    const begun = looks.get(locationId) ?? look(locationId, ids, purpose).finally(() => looks.delete(locationId));
    looks.set(locationId, begun);
    const late = () => Promise.reject(unavailable('/locations/{id}/customFields', 'late'));
    const answered = purpose === 'webhook' ? Promise.race([begun, wait(WEBHOOK_WAIT_MS).then(late)]) : begun;
    await answered.catch((error: unknown) => {
      if (!isKnown) throw error;
    });
    return known.get(locationId)?.names ?? names;
  }

  return async (statement, locationId, purpose) => {
    if (statement.type !== 'ContactChanged' || statement.fields.customFields.length === 0) return statement;
    const { fields } = statement;
    const ids = fields.customFields.map(({ id }) => id);
    const names = await namesFor(locationId, ids, purpose);
    const customFields = fields.customFields.map((field) => ({ ...field, name: names.get(field.id) || null }));
    return { ...statement, fields: { ...fields, customFields } };
  };
}

function namesOf({ entities }: Awaited<ReturnType<CrmClient['list']>>): Names {
  const line = (name: unknown) => (typeof name === 'string' ? name.slice(0, MAX_LINE_LENGTH).toWellFormed() : '');
  return new Map(entities.map(({ id, name }) => [id, line(name)]));
}
