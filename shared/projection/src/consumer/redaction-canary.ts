import { type AnyEvent, definitionOf, type EventType, eventTypes } from '@fundlens/contracts/event-types';
import { sampleEvent } from '@fundlens/contracts/sample-events';
import { putString, stringPlaces } from '@fundlens/contracts/string-places';
import { holdsSsn } from '../writer/ssn-form.ts';
import { type ReadEventsOptions, readEvents } from './read-events.ts';

/** Made up: numbers that begin with 9 are never issued as Social Security numbers. */
const NUMBER = '912-47-0815';
const BARE_NUMBER = NUMBER.replaceAll('-', '');

/** How the number is written where the redactor is told to read so; elsewhere nothing is planted. */
const WRITINGS: Readonly<Record<string, string>> = {
  free: `said ${NUMBER} twice`,
  json: JSON.stringify({ ssn: BARE_NUMBER }),
  dropped: NUMBER,
};

const REPORT = JSON.stringify({
  CREDIT_RESPONSE: {
    BORROWER: {
      '@_SSN': BARE_NUMBER,
      TaxpayerIdentifierType: 'SocialSecurityNumber',
      TaxpayerIdentifierValue: BARE_NUMBER,
    },
    remarks: [`the number is ${NUMBER}`, `copy: ${BARE_NUMBER}`, Buffer.from(`ssn=${BARE_NUMBER}`).toString('base64')],
  },
});

/** What the check found wrong: the event type, and `leaks`, or the code with which reading it failed. */
export type CanaryFault = { readonly type: EventType; readonly problem: string };

/**
 * Reads one event of each type, with a made-up number in each of its texts, by this process's own redactor and projections,
 * and looks for the number in what would be stored. Nothing is stored.
 */
export function createRedactionCanary(
  reading: Pick<ReadEventsOptions, 'redact' | 'redaction' | 'projections'>,
): () => Promise<CanaryFault[]> {
  const events = eventTypes.map(plantedEvent);
  return async () => {
    const faults: CanaryFault[] = [];
    for (const event of events) {
      const problem = await problemOf(event, reading);
      if (problem !== null) faults.push({ type: event.type, problem });
    }
    return faults;
  };
}

async function problemOf(
  event: AnyEvent,
  reading: Pick<ReadEventsOptions, 'redact' | 'redaction' | 'projections'>,
): Promise<string | null> {
  const record = { offset: 0, key: null, value: Buffer.alloc(1), appendedAt: event.event.meta.occurredAt };
  const options = { ...reading, codec: { decode: async () => event } };
  const { records, failure } = await readEvents('canary', [record], options);
  const [read] = records;
  if (failure !== null || read === undefined) return 'unreadable';
  if (read.kind === 'rejected') return read.rejection.error.code;
  if (read.kind === 'skipped') return 'skipped';
  return holdsNumber(read.changes.documents) ? 'leaks' : null;
}

function holdsNumber(stored: unknown): boolean {
  const text = JSON.stringify(stored, (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return isBuffer(value) ? Buffer.from(value.data).toString('latin1') : value;
  });
  return text.includes(BARE_NUMBER) || holdsSsn(text);
}

/** What `JSON.stringify` makes of bytes before the replacer sees them. */
function isBuffer(value: unknown): value is { readonly data: number[] } {
  return value !== null && typeof value === 'object' && 'type' in value && value.type === 'Buffer' && 'data' in value;
}

/** The least event of the type, with the number at each place where the event stays valid with it. */
function plantedEvent(type: EventType): AnyEvent {
  const { schema } = definitionOf(type);
  let event: object = structuredClone(sampleEvent(type));
  if ('report' in event) event = { ...event, report: Buffer.from(REPORT) };
  for (const { path, reading } of stringPlaces().filter((place) => place.type === type)) {
    const value = WRITINGS[reading];
    if (value === undefined) continue;
    const planted = { ...event };
    putString(type, planted, { path, value });
    if (schema.safeParse(planted).success) event = planted;
  }
  return { type, event } as AnyEvent;
}
