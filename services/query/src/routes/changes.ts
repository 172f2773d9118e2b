import { count, instant, isoInstant } from '@fundlens/read-models/bodies';
import { CHANGE_TYPES, type ChangedEntity, type ChangeType } from '@fundlens/read-models/changed-entity';
import { z } from 'zod';
import { jsonBytes } from '../envelope.ts';
import { type ChangePosition, ChangeWalk, FIRST_POSITION } from '../queries/change-walk.ts';
import { changeReads, FOLLOWED_MODELS } from '../queries/changes.ts';
import { openWalk } from './paging.ts';
import { cursor, pageSize, someOf } from './parameters.ts';
import { get, type Route, type RouteDependencies } from './route.ts';

const PATH = '/changes';
const DEFAULT_PAGE_SIZE = 100;
/** As a rule `upTo` is some seconds old, and while a partition waits for an unknown schema half a minute. */
const DELAYED_MS = 60_000;

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
    .describe('The read models were rebuilt, so that anything may have changed: all is told once more.'),
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

export function changeRoutes({ cursors, clock }: RouteDependencies): readonly Route[] {
  return [
    get(PATH, {
      operation: 'changes.list',
      tag: 'Changes',
      summary: 'Follow what changes',
      description:
        'Ids of what changed or was deleted, oldest change first. Without a cursor it begins with everything that there ' +
        'ever was. A client that keeps `nextCursor` is told of every change at least once, and exactly once while the ' +
        'read models are not rebuilt; several changes of one entity between two polls are told as one. A change is told ' +
        'when all changes before it are known, some seconds after the event. A replayed event counts as a change of its ' +
        'replay, up to a minute later. An application changes with its contact, and goes away with it.',
      parameters: z.object({
        types: someOf(CHANGE_TYPES)
          .optional()
          .describe('Only changes of these types, separated by commas. By default all of them.'),
        limit: pageSize(DEFAULT_PAGE_SIZE),
        cursor: cursor(),
      }),
      audited: ['limit'],
      reads: FOLLOWED_MODELS,
      data: changesData,
      read({ types: asked, cursor: given, limit }, caller) {
        const types: ReadonlySet<ChangeType> = new Set(asked ?? CHANGE_TYPES);
        const filters = { types: [...types].sort().join() };
        const { held, cursorOf } = openWalk(cursors, { route: PATH, caller, filters }, given);
        const told = held === null ? null : changeCursorOf(held);
        return async ({ served, locationId, watermark, signal }) => {
          const upTo = watermark ?? 0;
          const { generation } = served;
          // Generations tell of what came late, was replayed or erased at other times, and of what one set aside not at all.
          const resync = told !== null && told.generation !== generation;
          const { position, sliceMs } = told === null || resync ? FROM_THE_BEGINNING : told;
          const request = { position, sliceMs, types, limit, upTo: Math.max(upTo, position.at) };
          const page = await new ChangeWalk(changeReads(served.collection, locationId, signal()), request).page();
          const toldUpTo = Math.max(upTo, page.position.at);
          const body: z.output<typeof changesData> = {
            returned: page.changes.length,
            nextCursor: cursorOf(changeCursorText({ ...page, generation })),
            hasMore: page.hasMore,
            upTo: isoInstant(toldUpTo),
            delayedSince: clock.now() - toldUpTo > DELAYED_MS ? isoInstant(toldUpTo) : null,
            resync,
            changes: page.changes.map(shown),
          };
          return jsonBytes(body);
        };
      },
    }),
  ];
}

/** Where a walk goes on: what a cursor holds beside its scope. */
type ChangeCursor = {
  readonly generation: number;
  readonly position: ChangePosition;
  readonly sliceMs: number | null;
};

const FROM_THE_BEGINNING = { position: FIRST_POSITION, sliceMs: null };

/** As a cursor holds it in JSON. Clients keep it for long: in the place of the generation, that of the build before has a text. */
type HeldCursor = [at: number, generation: number, sliceMs: number | null, upTo: ChangePosition['upTo']];

function changeCursorText({ generation, position, sliceMs }: ChangeCursor): string {
  const held: HeldCursor = [position.at, generation, sliceMs, position.upTo];
  return JSON.stringify(held);
}

function changeCursorOf(text: string): ChangeCursor {
  const [at, generation, sliceMs, upTo] = JSON.parse(text) as HeldCursor;
  return { generation, position: { at, upTo }, sliceMs };
}

function shown({ type, id, contactId, at, isLive }: ChangedEntity) {
  return { type, id, contactId, change: isLive ? ('upsert' as const) : ('delete' as const), at: isoInstant(at) };
}
