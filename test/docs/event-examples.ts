import { createHash } from 'node:crypto';
import type { EventExample, EventExamples } from '@fundlens/contracts/event-reference';
import { type AnyEvent, definitionOf, type EventType, eventTypes } from '@fundlens/contracts/event-types';
import { sampleEvent } from '@fundlens/contracts/sample-events';
import { demoEvents } from '@fundlens/local/demo/demo-events';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { redactEvent } from '@fundlens/redaction/redact-event';

/** Fixed, so that the examples change only when the demo does. */
const DEMO = { seed: 'examples', baseInstant: Date.UTC(2026, 2, 2, 15), scale: 'small' } as const;
/** A report has hundreds of members; an example shows where it stands. */
const REPORT = '{"CREDIT_RESPONSE":{"CREDIT_SCORE":[{"@CreditRepositorySourceType":"Experian","@_Value":"712"}]}}';
/** Published here: the hash of no credential. */
const TOKEN_HASH = createHash('sha256').update('fmk_the_token_of_the_example').digest('hex');
const DELETION_ID = '0e3a77c0-0000-4000-8000-000000000002';
/** An example fits on one screen. */
const MAX_EXAMPLE_CHARACTERS = 2_600;

type Fields = Readonly<Record<string, unknown>>;

/** Of each event: one that says much, one that says no more than it must, and a deletion. */
export function eventExamples(): EventExamples {
  const full = fullest();
  return new Map(eventTypes.map((type) => [type, examplesOf(type, full.get(type))]));
}

function examplesOf(type: EventType, full: Fields | undefined): EventExample[] {
  if (full === undefined) throw new TypeError(`the demo has no ${type} for an example`);
  const least = plain(sampleEvent(type));
  const { avro, required } = definitionOf(type);
  const kept = new Set(avro.fields.filter(({ default: fallback }) => fallback === undefined).map(({ name }) => name));
  // Its ids, and what its key and scope are made of.
  const ids = Object.entries(least).filter(([name]) => kept.has(name) || (!required.includes(name) && name !== 'meta'));
  const meta = { ...(least.meta as Fields), eventId: DELETION_ID, version: 2, deleted: true };
  const deletion = { ...Object.fromEntries(ids), meta };
  return [
    example(type, 'full', 'An event of the demo.', full),
    example(type, 'least', 'No more than the event must have.', least),
    example(type, 'deletion', 'The entity is gone.', deletion),
  ];
}

function example(type: EventType, name: string, summary: string, fields: Fields): EventExample {
  const { meta, ...own } = fields;
  return { name, summary, key: definitionOf(type).keyOf(fields as never), payload: { meta, ...own } };
}

/** The event of each type that says most and still fits on a screen, among those that the redactor leaves as they are. */
function fullest(): Map<EventType, Fields> {
  const best = new Map<EventType, { readonly fields: Fields; readonly length: number }>();
  for (const { type, event } of demoEvents({ ...DEMO, tokens: demoTokens('examples') })) {
    const shown = withoutSecrets({ type, event } as AnyEvent);
    if (!isClean(type, shown)) continue;
    const fields = plain(shown);
    const { length } = JSON.stringify(fields, null, 2);
    if (length <= MAX_EXAMPLE_CHARACTERS && length > (best.get(type)?.length ?? 0)) best.set(type, { fields, length });
  }
  return new Map([...best].map(([type, { fields }]) => [type, fields]));
}

/** What the redactor would drop is not shown, and no report, however invented its person is. */
function withoutSecrets({ type, event }: AnyEvent): object {
  const { droppedPaths } = definitionOf(type).redaction;
  const dropped = Object.fromEntries(droppedPaths.map((path) => [path, null]));
  const report = type === 'CreditReportStored' && { report: Buffer.from(REPORT) };
  return { ...event, ...dropped, ...report, ...(type === 'CredentialChanged' && { tokenHash: TOKEN_HASH }) };
}

function isClean(type: EventType, event: object): boolean {
  const redacted = redactEvent(structuredClone(event), definitionOf(type).redaction, {
    customFieldKeepList: new Set(),
  });
  return JSON.stringify(plain(redacted.event)) === JSON.stringify(plain(event));
}

/** As publishers write it: bytes are text, and what says no more than its default is left out. */
function plain(event: object): Fields {
  return withoutDefaults(event) as Fields;
}

function withoutDefaults(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([name, member]) => !isDefault(name, member));
  return Object.fromEntries(said.map(([name, member]) => [name, withoutDefaults(member)]));
}

function isDefault(name: string, value: unknown): boolean {
  if (value === null || (Array.isArray(value) && value.length === 0)) return true;
  return (name === 'epoch' && value === 0) || (name === 'deleted' && value === false);
}
