import { type ChangePlan, kebab } from './change-plan.ts';

export const STREAMS = ['crm', 'funding', 'access'] as const;
export type Stream = (typeof STREAMS)[number];

/** An event type about something that belongs to a contact. `TaskChanged` is about a task. */
export function eventPlan(type: string, stream: Stream): ChangePlan {
  const name = kebab(type);
  const entity = name.replace(/-[a-z]+$/, '');
  const definition = type.charAt(0).toLowerCase() + type.slice(1);
  const path = `shared/contracts/src/events/${name}/${name}.ts`;
  const registry = 'shared/contracts/src/event-types.ts';
  return {
    created: [{ path, text: eventText({ type, stream, entity, definition }) }],
    edited: [
      {
        path: registry,
        edits: [
          { line: `import { ${definition} } from './events/${name}/${name}.ts';`, before: /^$/ },
          { line: `  ${type}: ${definition},`, before: /^\};$/ },
        ],
      },
    ],
    next: [
      `fields, what is required, and the key: ${path}`,
      'kind and type of its slot, SLOTS_VERSION one higher: shared/read-models/src/contacts/slots.ts',
      'the handler, and a test beside it: shared/projection/src/projections/contacts.ts',
      'the events of the demo: infra/local/src/demo/events/',
      'npm run generate',
      'npm run check',
    ],
  };
}

type EventNames = {
  readonly type: string;
  readonly stream: Stream;
  readonly entity: string;
  readonly definition: string;
};

function eventText({ type, stream, entity, definition }: EventNames): string {
  const idName = `${entity.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
  return `import { z } from 'zod';
import { defineEvent } from '../../event-definition.ts';
import { id, line } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';

const fields = z.strictObject({
  meta: locationMeta,
  ${idName}: id,
  contactId: id,
  name: line.nullable(),
});

/** The ${entity.replaceAll('-', ' ')} of a contact. */
export type ${type} = z.infer<typeof fields>;

export const ${definition} = defineEvent<'${type}', ${type}>({
  type: '${type}',
  stream: '${stream}',
  doc: 'Full state of the ${entity.replaceAll('-', ' ')} of a contact.',
  fields,
  entityOf: ({ meta, contactId, ${idName} }) => ({
    entity: '${entity}',
    scope: meta.locationId,
    ids: [contactId, ${idName}],
  }),
});
`;
}
