import { type EventFinding, findInEvent } from '@fundlens/redaction/findings';
import { FatalError, InvalidError } from '@fundlens/runtime/errors';
import { definitionOf, type EventType } from '../event-types.ts';
import { type EventIssue, InvalidEventError } from '../validation.ts';
import type { Codec } from '../wire/codec.ts';
import { SCHEMA_REFUSED } from '../wire/registry.ts';
import type { EventLine } from './event-lines.ts';
import type { PublishReport } from './publish-report.ts';
import { type OutgoingRecord, type Publishable, type Publisher, recordOf } from './publisher.ts';

/** What is sent at once, or not at all: enough for full batches, little enough to hold. */
const WINDOW_LINES = 2_000;
const WINDOW_BYTES = 16 * 1024 * 1024;

/** Which custom fields are kept decides what is replaced, not what is refused. */
const NO_FIELDS: ReadonlySet<string> = new Set();

/** A line that was checked: what is known of its event before it is sent, or why it is refused. */
type CheckedLine = Pick<EventLine, 'number' | 'bytes'> &
  (
    | { readonly issues: readonly EventIssue[] }
    | {
        readonly type: EventType;
        readonly record: OutgoingRecord;
        /** What redaction takes before anything is stored. */
        readonly findings: readonly EventFinding[];
      }
  );

type Options = {
  readonly codec: Codec;
  readonly publisher: Pick<Publisher, 'publishRecords'>;
  readonly report: PublishReport;
};

/**
 * Reads the lines once: each is checked, and sent with those around it. When one is refused, nothing of its window nor behind it
 * is sent; the lines behind it are only checked.
 */
export async function publishLines(lines: AsyncIterable<EventLine>, options: Options): Promise<void> {
  const { codec, publisher, report } = options;
  let window: OutgoingRecord[] = [];
  let [read, bytes, lastLine] = [0, 0, 0];
  const send = async (): Promise<void> => {
    if (window.length > 0) report.publish(lastLine, await publisher.publishRecords(window));
    window = [];
    [read, bytes] = [0, 0];
  };
  for await (const line of checkedLines(lines, codec)) {
    lastLine = line.number;
    read += 1;
    bytes += line.bytes;
    if ('issues' in line) report.refuse(line);
    else window.push(line.record);
    if (report.isStopped()) window = [];
    if (read >= WINDOW_LINES || bytes >= WINDOW_BYTES) await send();
  }
  await send();
}

/**
 * All that the codec, the redactor and the registry refuse. The projector would store such an event as a dead letter; here its
 * publisher gets the error.
 */
export async function* checkedLines(lines: AsyncIterable<EventLine>, codec: Codec): AsyncGenerator<CheckedLine> {
  /** Asked for once: a registry answers slowly. */
  const refusedSchemas = new Map<EventType, InvalidError>();
  for await (const line of lines) yield 'issues' in line ? line : { ...line, ...(await checked(line.publishable)) };

  async function checked(publishable: Publishable) {
    const { type, event } = publishable;
    try {
      const refusal = refusedSchemas.get(type);
      if (refusal !== undefined) throw refusal;
      const record = await recordOf(codec, publishable);
      const findings = findInEvent(event, definitionOf(type).redaction, { customFieldKeepList: NO_FIELDS });
      return { type, record, findings };
    } catch (error) {
      if (error instanceof InvalidEventError) return { issues: error.issues };
      const isSchema = error instanceof FatalError && error.code === SCHEMA_REFUSED;
      const refusal = isSchema ? new InvalidError(error.code, error.message) : error;
      if (!(refusal instanceof InvalidError)) throw error;
      if (isSchema) refusedSchemas.set(type, refusal);
      return { issues: [{ code: refusal.code, field: '', rule: refusal.message }] };
    }
  }
}
