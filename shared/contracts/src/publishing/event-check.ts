import { type EventFinding, findInEvent } from '@fundlens/redaction/event-findings';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Codec } from '../wire/codec.ts';
import { definitionOf } from '../event-types.ts';
import type { Publishable } from './publisher.ts';
import type { EventIssue } from '../validation.ts';

/** What is known of a valid event before it is sent. */
export type CheckedEvent = {
  readonly topic: string;
  readonly key: string;
  /** Of the Kafka value. */
  readonly recordBytes: number;
  /** What redaction takes before anything is stored. */
  readonly findings: readonly EventFinding[];
};

/** Which custom fields are kept decides what is replaced, not what is refused. */
const NO_FIELDS: ReadonlySet<string> = new Set();

/**
 * What only the redactor and the encoder tell: an id that reads as an SSN, a report that is not JSON, a record that is
 * too large. The projector would store such an event as a dead letter; here its publisher gets the error. Their
 * messages name the field.
 */
export async function checkPublishable(
  codec: Codec,
  { type, event }: Publishable,
): Promise<CheckedEvent | { readonly issues: readonly EventIssue[] }> {
  try {
    const findings = findInEvent(event, definitionOf(type).redaction, { customFieldKeepList: NO_FIELDS });
    const { topic, key, value } = await codec.encode(type, event);
    return { topic, key, recordBytes: value.length, findings };
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    return { issues: [{ code: error.code, field: '', rule: error.message }] };
  }
}
