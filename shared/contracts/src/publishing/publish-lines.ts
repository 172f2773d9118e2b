import { type EventFinding, findInEvent } from '@fundlens/redaction/findings';
import { FatalError, InvalidError } from '@fundlens/runtime/errors';
import { definitionOf, type EventType } from '../event-types.ts';
import { type EventIssue, InvalidEventError } from '../validation.ts';
import type { Codec } from '../wire/codec.ts';
import { SCHEMA_REFUSED } from '../wire/registry.ts';
import type { EventLine } from './event-lines.ts';
import type { PublishReport } from './publish-report.ts';
import { type OutgoingRecord, type Publisher, recordOf } from './publisher.ts';

/** What is sent at once, or not at all: enough for full batches, little enough to hold. */
export const WINDOW_LINES = 2_000;
const WINDOW_BYTES = 16 * 1024 * 1024;

/** Which custom fields are kept decides what is replaced, not what is refused. */
const NO_FIELDS: ReadonlySet<string> = new Set();

/** What is known of a good event before it is sent. */
export type CheckedEvent = {
  readonly type: EventType;
  readonly record: OutgoingRecord;
  /** What redaction takes before anything is stored. */
  readonly findings: readonly EventFinding[];
};

type Options = {
  readonly codec: Codec;
  /** Null: nothing is sent. */
  readonly publisher: Pick<Publisher, 'publishRecords'> | null;
  /** Whether good lines are sent although others are refused. */
  readonly keepGoing: boolean;
  readonly report: PublishReport;
  readonly onChecked?: (line: number, event: CheckedEvent) => void;
};

/**
 * Reads the lines once: each is checked, and sent with those around it. When one is refused, nothing of its window nor behind it
 * is sent; the lines behind it are only checked.
 */
export async function publishLines(lines: AsyncIterable<EventLine>, options: Options): Promise<void> {
  const { publisher, keepGoing, report, onChecked } = options;
  const check = checker(options);
  let window: OutgoingRecord[] = [];
  let [read, bytes, lastLine] = [0, 0, 0];
  const send = async (): Promise<void> => {
    if (window.length > 0 && publisher !== null) report.publish(lastLine, await publisher.publishRecords(window));
    window = [];
    [read, bytes] = [0, 0];
  };
  for await (const line of lines) {
    lastLine = line.number;
    read += 1;
    bytes += line.bytes;
    const checked = await check(line);
    if ('issues' in checked) {
      report.refuse(line.number, checked.issues);
    } else {
      onChecked?.(line.number, checked);
      if (publisher !== null) window.push(checked.record);
    }
    if (report.refused() > 0 && !keepGoing) window = [];
    if (read >= WINDOW_LINES || bytes >= WINDOW_BYTES) await send();
  }
  await send();
}

/**
 * All that the codec, the redactor and the registry refuse. The projector would store such an event as a dead letter; here its
 * publisher gets the error.
 */
function checker({ codec }: Options) {
  /** Asked for once: a registry answers slowly. */
  const refusedSchemas = new Map<EventType, InvalidError>();

  return async (line: EventLine): Promise<CheckedEvent | { readonly issues: readonly EventIssue[] }> => {
    if ('issues' in line) return line;
    const { type, event } = line.publishable;
    try {
      const refusal = refusedSchemas.get(type);
      if (refusal !== undefined) throw refusal;
      const record = await recordOf(codec, line.publishable);
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
  };
}
