import { count, instant } from '@fundlens/read-models/body-values';
import { CHANGE_TYPES, type ChangedEntity, type ChangeType } from '@fundlens/read-models/changed-entity';
import { completeUpTo } from '@fundlens/read-models/checkpoint';
import { isoInstant } from '@fundlens/read-models/json-text';
import { z } from 'zod';
import { cursorRefused } from '../../cursor-payload.ts';
import type { Caller } from '../../middleware/request-state.ts';
import { validate } from '../../middleware/validate.ts';
import { type ChangeCursor, changeCursorOf, changeCursorText } from './change-cursor.ts';
import { type ChangePosition, type ChangeRequest, FIRST_POSITION } from '../../queries/change-walk.ts';
import { type CursorKeys, type CursorScope, decodeCursor, encodeCursor } from '../../pagination/cursor.ts';
import { type ChangeQueries, FOLLOWED_MODELS } from '../../queries/changes.ts';
import { cursor, pageSize, someOf } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

const DEFAULT_PAGE_SIZE = 100;
/** How far a cursor of another generation goes back. */
const OTHER_GENERATION_MS = 60 * 60 * 1_000;
/** As a rule `upTo` is some seconds old, and while a partition waits for an unknown schema half a minute. */
const DELAYED_MS = 60_000;

const path = '/changes';

const changesData = z.strictObject({
  returned: count().describe('Number of entries in this page.'),
  nextCursor: z.string().describe('Pass it as `cursor` to go on. Never null: keep it until the next poll.'),
  hasMore: z.boolean().describe('Whether to go on at once. False: everything until `upTo` is told.'),
  upTo: instant().describe('Changes after this instant are told later.'),
  delayedSince: instant()
    .nullable()
    .describe('`upTo` while that is more than a minute ago: changes since then may be missing. Null: none is late.'),
  resync: z
    .boolean()
    .describe('The read models were rebuilt by other rules, so that anything may have changed: all is told once more.'),
  changes: z.array(
    z
      .strictObject({
        type: z.enum(CHANGE_TYPES),
        id: z
          .string()
          .describe('Of a `contact`, its `application` and `nextSteps` the contactId; else its own, e.g. the planId.'),
        contactId: z.string(),
        change: z.enum(['upsert', 'delete']).describe('Whether it is there, as of this response, or went away.'),
        at: instant().describe('When the event log took the change.'),
      })
      .meta({ id: 'Change', description: 'An entity that changed or went away. The entity itself is read by its id.' }),
  ),
});

const parameters = z.object({
  types: someOf(CHANGE_TYPES)
    .optional()
    .describe('Only changes of these types, separated by commas. By default all of them.'),
  limit: pageSize(DEFAULT_PAGE_SIZE),
  cursor: cursor(),
});

export type ListChangesDependencies = {
  readonly steps: Steps;
  readonly changes: ChangeQueries;
  readonly cursors: CursorKeys;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** GET /changes: what changed in the location, in the order in which the event log took it. */
export function listChanges({ steps, changes, cursors, now }: ListChangesDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path,
      tag: 'Changes',
      summary: 'Follow what changes',
      description:
        'Ids of what changed or was deleted, oldest change first. Without a cursor it begins with everything that there ' +
        'ever was. A client that keeps `nextCursor` is told of every change at least once, and exactly once while the ' +
        'read models are not rebuilt; several changes of one entity between two polls are told as one. A change is told ' +
        'when all changes before it are known, some seconds after the event. A replayed event counts as a change of its ' +
        'replay, up to a minute later. An application changes with its contact, and goes away with it.',
      data: changesData,
    },
    authenticate,
    audit({ operation: 'changes.list', structural: ['limit'] }),
    requirePermission('read'),
    limit,
    validate(parameters, { understand }),
    checkLocation,
    dataAsOf(...FOLLOWED_MODELS),
    conditional,
    boundBytes,
    async ({ state }) => {
      const { types, size, told, scope } = state.parameters;
      const upTo = state.asOf === null ? 0 : completeUpTo(state.asOf);
      let resync = false;
      const requestOf = ({ generation, rules }: Pick<ChangeCursor, 'generation' | 'rules'>): ChangeRequest => {
        resync = told !== null && told.rules !== rules;
        const from =
          told === null || resync
            ? { position: FIRST_POSITION, sliceMs: null }
            : told.generation === generation
              ? told
              : { position: earlier(told.position), sliceMs: null };
        return { ...from, types, limit: size, upTo: Math.max(upTo, from.position.at) };
      };
      const { served, page } = await changes.list(state.locationId, requestOf, state.signal);
      const toldUpTo = Math.max(upTo, page.position.at);
      const body: z.output<typeof changesData> = {
        returned: page.changes.length,
        nextCursor: encodeCursor(cursors, scope, changeCursorText({ ...page, ...served })),
        hasMore: page.hasMore,
        upTo: isoInstant(toldUpTo),
        delayedSince: now() - toldUpTo > DELAYED_MS ? isoInstant(toldUpTo) : null,
        resync,
        changes: page.changes.map(shown),
      };
      state.data = [Buffer.from(JSON.stringify(body))];
    },
  );

  function understand({ types: asked, cursor: given, limit: size }: z.output<typeof parameters>, caller: Caller) {
    const types: ReadonlySet<ChangeType> = new Set(asked ?? CHANGE_TYPES);
    const scope: CursorScope = { route: path, ...caller, filters: [['types', [...types].sort().join()]] };
    const text = given === undefined ? null : decodeCursor(cursors, scope, given);
    if (given !== undefined && text === null) throw cursorRefused();
    return { types, size, scope, told: text === null ? null : changeCursorOf(text) };
  }
}

/**
 * Another generation may have told of a change somewhat earlier: of a record that came late, or was replayed.
 */
function earlier({ at }: ChangePosition): ChangePosition {
  return { at: at - OTHER_GENERATION_MS, upTo: null };
}

function shown({ type, id, contactId, at, isLive }: ChangedEntity) {
  return { type, id, contactId, change: isLive ? ('upsert' as const) : ('delete' as const), at: isoInstant(at) };
}
