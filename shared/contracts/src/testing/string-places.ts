import { type AvroRecord, type AvroSchema, isUnion } from '../definition/avro-schema.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { exampleEvent } from './sample-events.ts';

/** How the redactor is told to read a string field; `free` is what no path says anything about. */
export type Reading = 'free' | 'identity' | 'opaque' | 'json' | 'dropped';

/** One string field of one event type, e.g. `stages[].name` of PipelineChanged. */
export type StringPlace = { readonly type: EventType; readonly path: string; readonly reading: Reading };

/**
 * Every string field of every event type, found by walking the Avro schemas, so that a field that is added tomorrow is
 * among them. (Bytes are not: the only ones are a report's.)
 */
export function stringPlaces(): StringPlace[] {
  return eventTypes.flatMap((type) =>
    stringPaths(definitionOf(type).avro).map((path) => ({ type, path, reading: readingOf(type, path) })),
  );
}

function readingOf(type: EventType, path: string): Reading {
  const { identityPaths, opaquePaths, jsonTextPaths, droppedPaths } = definitionOf(type).redaction;
  if (identityPaths.includes(path)) return 'identity';
  if (opaquePaths.includes(path)) return 'opaque';
  if (jsonTextPaths.includes(path)) return 'json';
  return droppedPaths.includes(path) ? 'dropped' : 'free';
}

/** Paths of all string leaves: dots for fields, `[]` for the items of a list. */
function stringPaths(schema: AvroSchema | AvroRecord, path = ''): string[] {
  if (typeof schema === 'string') return schema === 'string' ? [path] : [];
  if (isUnion(schema)) return schema.flatMap((branch) => stringPaths(branch, path));
  if (schema.fields !== undefined) {
    return schema.fields.flatMap(({ name, type }) => stringPaths(type, path === '' ? name : `${path}.${name}`));
  }
  if ('items' in schema && schema.items !== undefined) return stringPaths(schema.items, `${path}[]`);
  return stringPaths(schema.type === 'string' ? 'string' : [], path);
}

type Fields = Record<string, unknown>;

/** Puts `value` at `path` of the event. What does not exist on the way (an item of an empty list, a record that is null) is as in an example. */
export function putString(type: EventType, event: object, { path, value }: { path: string; value: string }): void {
  put(event as Fields, exampleEvent(type) as unknown as Fields, { steps: path.split('.'), value });
}

function put(record: Fields, example: Fields, { steps, value }: { steps: readonly string[]; value: string }): void {
  const [step = '', ...rest] = steps;
  const name = step.replace('[]', '');
  if (!(name in example)) throw new TypeError(`there is no field ${name}`);
  const isList = step.endsWith('[]');
  if (rest.length === 0) {
    record[name] = isList ? [value] : value;
    return;
  }
  const [exampleItem = {}] = [example[name] ?? []].flat() as Fields[];
  const [first = exampleItem, ...others] = [record[name] ?? []].flat() as Fields[];
  const changed = { ...first };
  put(changed, exampleItem, { steps: rest, value });
  record[name] = isList ? [changed, ...others] : changed;
}
