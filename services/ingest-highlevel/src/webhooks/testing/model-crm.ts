import type { CrmReader } from '../../crm-reader.ts';
import type { Draw } from './draw.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One entity of the model: a contact or an opportunity. */
export type ModelEntity = { readonly kind: 'contact' | 'opportunity'; readonly id: string };

export type ModelState = { readonly fields: Readonly<Record<string, unknown>>; readonly deleted: boolean };

/** A webhook as it leaves the CRM. */
export type ModelWebhook = {
  readonly entity: ModelEntity;
  /** Which change of the entity it reports. */
  readonly change: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isDeletion: boolean;
  /** A field that has a value was left out of it, and nobody can tell: what it says is not the state. */
  readonly lacksField: boolean;
};

export const MODEL_LOCATION = 'loc-1';
const CREATED_AT = '2026-01-05T10:00:00.000Z';

/** Between a change and the webhook's own instant; the state that it carries is of some moment between. */
const MAX_SENDING_MS = 10_000;

/** Fields that the documentation always has, and the time of change, without which the order is found in another way. */
const NOTICED = new Set(['dateAdded', 'dateUpdated', 'contactId', 'status', 'pipelineId', 'pipelineStageId']);

type Options = {
  readonly time: VirtualTime;
  readonly draw: Draw;
  /** How far its clock is ahead of ours. */
  readonly clockAheadMs: number;
  readonly send: (webhook: ModelWebhook) => void;
  /** Whether its webhooks bring `timestamp`. */
  readonly hasTimestamps: boolean;
  /** Whether contacts bring `dateUpdated`. */
  readonly hasUpdateTimes: boolean;
};

/** A CRM with the manners of HighLevel: see infra/guides/highlevel.md. */
export class ModelCrm {
  readonly #options: Options;
  readonly #history = new Map<string, { readonly at: number; readonly state: ModelState }[]>();
  #webhooks = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  state(entity: ModelEntity): ModelState | null {
    return this.#history.get(entity.id)?.at(-1)?.state ?? null;
  }

  /** Every state that the entity ever had. */
  states(entity: ModelEntity): readonly ModelState[] {
    return (this.#history.get(entity.id) ?? []).map(({ state }) => state);
  }

  /** How often the entity was changed. */
  changes(entity: ModelEntity): number {
    return this.#history.get(entity.id)?.length ?? 0;
  }

  change(entity: ModelEntity): void {
    const { next, webhooks } = this.#nextState(entity);
    this.#set(entity, next);
    this.#report(entity, webhooks);
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

  /** The API of one entity: what is true at some moment of the call. */
  readonly reader: CrmReader = {
    readEntity: async ({ id }) => {
      const { time, draw } = this.#options;
      await time.sleep(draw.upTo(2_000));
      const state = this.#history.get(id)?.at(-1)?.state ?? null;
      await time.sleep(draw.upTo(2_000));
      if (state === null || state.deleted) return { outcome: 'absent' };
      return { outcome: 'found', entity: { id, locationId: MODEL_LOCATION, ...state.fields } };
    },
  };

  /** What a search finds: its index is behind by up to `lagMs`. */
  listed(entity: ModelEntity, lagMs: number): ModelState | null {
    const before = this.#options.time.now - this.#options.draw.upTo(lagMs);
    return this.#history.get(entity.id)?.findLast(({ at }) => at <= before)?.state ?? null;
  }

  #set(entity: ModelEntity, state: ModelState): void {
    const { time, draw, hasUpdateTimes, clockAheadMs } = this.#options;
    const at = time.now;
    // Some changes, e.g. of tags, leave the contact's time of change as it was.
    const isDated = entity.kind === 'contact' && hasUpdateTimes && draw.chance(0.8);
    const dated = isDated ? { dateUpdated: new Date(at + clockAheadMs).toISOString() } : {};
    const history = this.#history.get(entity.id) ?? [];
    this.#history.set(entity.id, [...history, { at, state: { ...state, fields: { ...state.fields, ...dated } } }]);
  }

  #someFields(entity: ModelEntity, before: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const { draw, time, clockAheadMs } = this.#options;
    if (entity.kind === 'contact') {
      return {
        firstName: draw.pick(['Ann', 'Bea', 'Cas']),
        ...(draw.chance(0.5) ? { email: draw.pick(['a@example.com', 'b@example.com', '']) } : {}),
        ...(draw.chance(0.3) ? { tags: draw.pick([['one'], ['one', 'two'], []]) } : {}),
      };
    }
    const now = new Date(time.now + clockAheadMs).toISOString();
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

  #report(entity: ModelEntity, names: readonly string[]): void {
    const { time, draw } = this.#options;
    const change = this.changes(entity);
    for (const name of names) {
      const snapshotAt = time.now + draw.upTo(MAX_SENDING_MS / 2);
      time.at(snapshotAt, () => {
        const state = this.state(entity);
        if (state === null) return;
        time.at(time.now + draw.upTo(MAX_SENDING_MS / 2), () => this.#send({ entity, change, name, state }));
      });
    }
  }

  #send({ entity, change, name, state }: Report): void {
    const { time, draw, clockAheadMs, send, hasTimestamps } = this.#options;
    const sentAt = time.now + clockAheadMs;
    // Webhooks of opportunities say nothing of these; those of a deletion show the last state.
    const { lastStageChangeAt: _stage, lastStatusChangeAt: _status, ...fields } = state.fields;
    const lacking = draw.chance(0.1) ? draw.pick(Object.keys(fields)) : null;
    const kept = Object.entries(fields).filter(([field, value]) => field !== lacking && hasValue(value));
    send({
      ...{ entity, change, isDeletion: name === 'Delete' },
      lacksField: lacking !== null && hasValue(fields[lacking]) && !NOTICED.has(lacking),
      body: {
        ...Object.fromEntries(kept),
        type: `${entity.kind === 'contact' ? 'Contact' : 'Opportunity'}${name}`,
        ...{ id: entity.id, locationId: MODEL_LOCATION },
        ...(hasTimestamps ? { timestamp: new Date(sentAt).toISOString(), webhookId: `w-${this.#webhooks++}` } : {}),
      },
    });
  }
}

type Report = {
  readonly entity: ModelEntity;
  readonly change: number;
  readonly name: string;
  readonly state: ModelState;
};

const specials = {
  contact: [[], ['TagUpdate'], ['DndUpdate']],
  opportunity: [[], ['StageUpdate'], ['StatusUpdate', 'MonetaryValueUpdate'], ['AssignedToUpdate']],
};

/** HighLevel leaves out what is empty. */
function hasValue(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}
