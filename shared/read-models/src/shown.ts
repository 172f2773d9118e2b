import { MAX_ITEMS } from '@fundlens/contracts/definition/limits';
import { partsOf, traitsOf } from '@fundlens/contracts/definition/schema-parts';
import type { StateOf } from '@fundlens/contracts/event-state';
import { z } from 'zod';
import { instant, isoInstant } from './bodies.ts';
import { entryBytes, fitItems, fitText, MAX_LIST_BYTES } from './bounded-text.ts';
import type { Child } from './slot.ts';

/**
 * What the API shows of the state that an event tells: every field of the event's schema, in its order, but for those that a
 * view hides by name. Instants are ISO text. A field that the contract gets is shown without a line in any view; the list of
 * the OpenAPI document's members (`services/query/src/openapi/members.txt`) shows it in a diff.
 */

/** A member that the event does not have, or not as it is shown. */
type Derived<State> = {
  /** The field of the event that it stands before. */
  readonly before: keyof State & string;
  readonly body: z.ZodType;
  /** JSON. */
  readonly text: (state: State) => string;
};

/** The state of each item of a list. */
export function itemsOf<State, Name extends keyof State & string>(
  { fields }: Pick<StateOf<State>, 'fields'>,
  name: Name,
): Pick<StateOf<ItemOf<State[Name]>>, 'fields'> {
  const shape = partsOf(partsOf(fields[name]).element ?? z.never()).shape;
  if (shape === undefined) throw new TypeError(`${name} is no list of records`);
  return { fields: shape as unknown as StateOf<ItemOf<State[Name]>>['fields'] };
}
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

type Changes<State, Id extends string> = {
  /** Fields that are not shown, or only by derived members. */
  readonly hidden?: readonly (keyof State)[];
  /** Whether long texts and lists are cut to what fits an entry of a list. */
  readonly bounded?: boolean;
  /** What a field means in the API, where that is not what the contract says. */
  readonly meaning?: { readonly [Name in keyof State | Id]?: string };
  /** One with the name of a field takes its place. */
  readonly derived?: Readonly<Record<string, Derived<State>>>;
  /** Of the body, in the API reference. */
  readonly meta?: { readonly id: string; readonly description: string };
};

export type Shown<State> = {
  readonly body: z.ZodObject;
  /** One compiled function: no schema is read when a document is rendered. */
  readonly text: (state: State, id: string) => string;
  readonly list: (children: readonly Child<State>[]) => string;
};

type Writer = (value: never) => string;
type Member = { readonly name: string; readonly body: z.ZodType; readonly text: (state: never, id: string) => string };

/**
 * @param id the name of the member that shows the entity's id, which is no field of the state; null: none.
 * @throws TypeError for a field of a kind that no view has shown yet
 */
export function shown<State extends object, const Id extends string = never>(
  { fields }: Pick<StateOf<State>, 'fields'>,
  id: Id | null,
  { hidden = [], bounded = false, meaning = {}, derived = {}, meta }: Changes<NoInfer<State>, Id> = {},
): Shown<State> {
  const members: Member[] = [];
  const words: Readonly<Record<string, string | undefined>> = meaning;
  const described = (body: z.ZodType, text: string | undefined) => (text === undefined ? body : body.describe(text));
  if (id !== null) {
    members.push({ name: id, body: described(z.string(), words[id]), text: (_, value) => JSON.stringify(value) });
  }
  const others = Object.entries(derived);
  const left = new Set<PropertyKey>([...hidden, ...others.map(([name]) => name)]);
  for (const [name, schema] of Object.entries<z.ZodType>(fields)) {
    for (const [other, { before, body, text }] of others) {
      if (before === name) members.push({ name: other, body, text });
    }
    if (left.has(name)) continue;
    const { body, write } = bounded ? boundedValue(schema, name) : shownValue(schema, name);
    members.push({
      name,
      body: described(body, words[name] ?? schema.description),
      text: (state: Readonly<Record<string, never>>) => write(state[name] as never),
    });
  }
  const parts = members.map((member, index) => ({ ...member, head: `${index === 0 ? '{' : ','}"${member.name}":` }));
  const text = (state: never, ofId: string) => {
    let written = '';
    for (const { head, text: write } of parts) written += head + write(state, ofId);
    return `${written}}`;
  };
  const body = z.strictObject(Object.fromEntries(members.map((member) => [member.name, member.body])));
  return {
    body: meta === undefined ? body : body.meta(meta),
    text: text as Shown<State>['text'],
    list: (children) => `[${children.map((child) => text(child.value as never, child.id)).join()}]`,
  };
}

type ShownField = { readonly body: z.ZodType; readonly write: Writer };

const written = (value: string) => JSON.stringify(value);

/** @throws TypeError for a list of records: a view that bounds it derives it */
function boundedValue(schema: z.ZodType, name: string): ShownField {
  const { innerType = schema, element } = partsOf(schema);
  const { body, write } = shownValue(schema, name);
  if (element !== undefined) {
    if (partsOf(element).type !== 'string') throw new TypeError(`${name}: only lists of texts are cut`);
    return { body, write: (items: readonly string[]) => JSON.stringify(fitItems(items, MAX_LIST_BYTES)) };
  }
  const { maxLength } = innerType as z.ZodString;
  const bytes = partsOf(innerType).type === 'string' && maxLength !== null ? entryBytes(maxLength) : null;
  return bytes === null
    ? { body, write }
    : { body, write: (text: string | null) => write(fitText(text, bytes) as never) };
}

/** Bounds of the contract are for publishers: what is shown has those that a client computes with. */
function shownValue(schema: z.ZodType, name: string): ShownField {
  const { type, innerType, element, entries, shape } = partsOf(schema);
  if (innerType !== undefined) {
    const { body, write } = shownValue(innerType, name);
    // A field that a state lacks is null: otherwise the body would be no JSON.
    return { body: body.nullable(), write: (value) => (value == null ? 'null' : write(value)) };
  }
  if (element !== undefined) {
    const { body, write } = shownValue(element, '');
    return { body: z.array(body).max(MAX_ITEMS), write: (items: readonly never[]) => `[${items.map(write).join()}]` };
  }
  if (shape !== undefined) {
    const { body, text } = shown({ fields: shape as StateOf<object>['fields'] }, null);
    return { body, write: (value) => text(value, '') };
  }
  const isInstant = traitsOf(schema).logicalType !== undefined;
  if (isInstant !== name.endsWith('At')) throw new TypeError(`${name}: instants, and nothing else, have names in At`);
  if (isInstant) return { body: instant(), write: (value: number) => `"${isoInstant(value)}"` };
  if (entries !== undefined) return { body: z.enum(entries), write: written };
  const plain = PLAIN[type];
  if (plain === undefined) throw new TypeError(`${name}: no view has shown a field of the type ${type} yet`);
  return { body: plain(schema), write: type === 'string' ? written : String };
}

const PLAIN: Readonly<Record<string, (schema: z.ZodType) => z.ZodType>> = {
  string: () => z.string(),
  boolean: () => z.boolean(),
  number(schema) {
    const { format, minValue } = schema as z.ZodNumber;
    const number = format === null ? z.number() : z.int();
    return minValue !== null && minValue >= 0 ? number.min(0) : number;
  },
};
