import type { EntityReading } from '../../crm-reader.ts';
import type { Draw } from './draw.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One entity of the model: a contact or an opportunity. */
export type ModelEntity = { readonly kind: 'contact' | 'opportunity'; readonly id: string };

export type ModelState = { readonly fields: Readonly<Record<string, unknown>>; readonly deleted: boolean };

/** A webhook as it leaves the CRM. What else it carries says nothing to the adapter. */
export type ModelWebhook = {
  readonly entity: ModelEntity;
  /** Which change of the entity it reports. */
  readonly change: number;
  readonly body: Readonly<Record<string, unknown>>;
};

export const MODEL_LOCATION = 'loc-1';
const CREATED_AT = '2026-01-05T10:00:00.000Z';

/** Between a change and its webhooks: most are fast. */
const SENDING_MS = [200, 200, 10_000];

type Options = {
  readonly time: VirtualTime;
  readonly draw: Draw;
  /** How far its clock is ahead of ours. */
  readonly clockAheadMs: number;
  readonly send: (webhook: ModelWebhook) => void;
};

/** A CRM with the manners of HighLevel: see infra/guides/highlevel.md. */
export class ModelCrm {
  readonly #options: Options;
  readonly #history = new Map<string, readonly ModelState[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  state({ id }: ModelEntity): ModelState | null {
    return this.#history.get(id)?.at(-1) ?? null;
  }

  /** How often the entity was changed. */
  changes({ id }: ModelEntity): number {
    return this.#history.get(id)?.length ?? 0;
  }

  change(entity: ModelEntity): void {
    const { time, draw, clockAheadMs, send } = this.#options;
    const { next, webhooks } = this.#nextState(entity);
    this.#history.set(entity.id, [...(this.#history.get(entity.id) ?? []), next]);
    const change = this.changes(entity);
    for (const name of webhooks) {
      time.at(time.now + draw.upTo(draw.pick(SENDING_MS)), () => {
        const type = `${entity.kind === 'contact' ? 'Contact' : 'Opportunity'}${name}`;
        const timestamp = new Date(time.now + clockAheadMs).toISOString();
        send({ entity, change, body: { type, id: entity.id, locationId: MODEL_LOCATION, timestamp } });
      });
    }
  }

  /** The API of one entity: what is true at some moment of the call. */
  async readEntity({ id }: { readonly id: string }): Promise<EntityReading> {
    const { time, draw } = this.#options;
    await time.sleep(draw.upTo(2_000));
    const state = this.#history.get(id)?.at(-1) ?? null;
    await time.sleep(draw.upTo(2_000));
    if (state === null || state.deleted) return 'absent';
    return { id, locationId: MODEL_LOCATION, ...state.fields };
  }

  #nextState(entity: ModelEntity): { readonly next: ModelState; readonly webhooks: readonly string[] } {
    const { draw } = this.#options;
    const before = this.state(entity);
    if (before === null) {
      const fields = { ...this.#someFields(entity, {}), dateAdded: CREATED_AT };
      return { next: { deleted: false, fields }, webhooks: ['Create', 'Update'] };
    }
    if (before.deleted) {
      return { next: { ...before, deleted: false }, webhooks: draw.pick([['Create', 'Update'], ['Update']]) };
    }
    if (draw.chance(0.2)) {
      return { next: { ...before, deleted: true }, webhooks: draw.chance(0.7) ? ['Delete', 'Update'] : ['Delete'] };
    }
    const fields = { ...before.fields, ...this.#someFields(entity, before.fields) };
    return { next: { deleted: false, fields }, webhooks: ['Update', ...draw.pick(specials[entity.kind])] };
  }

  #someFields(entity: ModelEntity, before: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const { draw, time, clockAheadMs } = this.#options;
    const now = new Date(time.now + clockAheadMs).toISOString();
    if (entity.kind === 'contact') {
      return {
        firstName: draw.pick(['Ann', 'Bea', 'Cas']),
        ...(draw.chance(0.5) ? { email: draw.pick(['a@example.com', 'b@example.com', '']) } : {}),
        ...(draw.chance(0.3) ? { tags: draw.pick([['one'], ['one', 'two'], []]) } : {}),
        // Some changes, e.g. of tags, leave the contact's time of change as it was.
        ...(draw.chance(0.8) ? { dateUpdated: now } : {}),
      };
    }
    const pipelineStageId = draw.pick(['s-1', 's-2', 's-3']);
    const status = draw.pick(['open', 'won', 'lost']);
    return {
      ...{ name: draw.pick(['Deal', 'Other deal']), pipelineId: 'pipe-1', pipelineStageId, status },
      contactId: draw.chance(0.85) ? 'c-1' : 'c-2',
      ...(pipelineStageId === before.pipelineStageId ? {} : { lastStageChangeAt: now }),
      ...(status === before.status ? {} : { lastStatusChangeAt: now }),
      monetaryValue: draw.pick([100, 250.5]),
    };
  }
}

const specials = {
  contact: [[], ['TagUpdate'], ['DndUpdate']],
  opportunity: [[], ['StageUpdate'], ['StatusUpdate', 'MonetaryValueUpdate'], ['AssignedToUpdate']],
};
