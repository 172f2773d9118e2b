import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { MAX_ID_LENGTH, MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/limits';
import { type Line, linesOf } from '@fundlens/contracts/lines';
import { ERASURE_GENERATION, type ErasureMark, markOf, type Subject } from '@fundlens/read-models/erasure';
import { isOperatorAccount } from '@fundlens/redaction/operator-account';
import { InvalidError } from '@fundlens/runtime/errors';

/** An erasure that is to be repeated. */
export type ListedErasure = { readonly subject: Subject; readonly by: string };

/** A mark and an account: more is not an erasure. */
const MAX_LINE_BYTES = 4_096;
/** The list is held in memory; more were not erased one by one. */
const MAX_ERASURES = 1_000_000;
/** The message names this many lines and counts the others. */
const MAX_NAMED = 20;

/**
 * The erasures of a file in the form of `fundlens erasures --export`, which is that of `mongoexport`: a line of JSON for each.
 * Each subject once, in the order of the file, with the account that erased it first.
 * @throws InvalidError `erasure_list` naming each line and the rule that it breaks; then nothing of the list counts.
 */
export async function readErasureList(chunks: AsyncIterable<Buffer>): Promise<ListedErasure[]> {
  const found = new Map<ErasureMark, ListedErasure>();
  const wrong: string[] = [];
  for await (const line of linesOf(chunks, MAX_LINE_BYTES)) {
    const read = erasureOf(line);
    if (typeof read === 'string') wrong.push(`line ${line.number}: ${read}`);
    else if (read !== null && !found.has(markOf(read.subject))) found.set(markOf(read.subject), read);
    if (found.size > MAX_ERASURES) throw listError([`more than ${MAX_ERASURES} erasures: split the file`]);
  }
  if (wrong.length > 0) throw listError(wrong);
  return [...found.values()];
}

function listError(wrong: readonly string[]): InvalidError {
  const named = wrong.slice(0, MAX_NAMED);
  const more = wrong.length > MAX_NAMED ? [`… and ${wrong.length - MAX_NAMED} more`] : [];
  return new InvalidError(
    'erasure_list',
    ['The list cannot be used, and nothing was erased:', ...named, ...more].join('\n'),
  );
}

/** The erasure of a line; null for one that says nothing, or the rule that it breaks. Never quotes the line. */
function erasureOf({ bytes }: Line): ListedErasure | null | string {
  if (bytes === null) return `must be at most ${MAX_LINE_BYTES} bytes`;
  const text = bytes.toString('utf8').trim();
  if (text === '') return null;
  const value = parsed(text);
  if (value === null) return 'must be one JSON object';
  const { _id: mark, by } = value;
  // Counts the erasures; mongoexport has it among them.
  if (mark === ERASURE_GENERATION) return null;
  const subject = typeof mark === 'string' ? subjectOf(mark) : null;
  if (subject === null) return '_id must be location:<locationId> or contact:<locationId>:<contactId>';
  if (typeof by !== 'string' || !isOperatorAccount(by)) return 'by must be the name of an account or ticket';
  return { subject, by };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function subjectOf(mark: string): Subject | null {
  const [kind, locationId = '', contactId = null, ...others] = mark.split(':');
  if (others.length > 0 || !isId(locationId, MAX_LOCATION_ID_LENGTH)) return null;
  if (kind === 'location') return contactId === null ? { locationId, contactId } : null;
  if (kind === 'contact' && contactId !== null && isId(contactId, MAX_ID_LENGTH)) return { locationId, contactId };
  return null;
}

function isId(text: string, maxLength: number): boolean {
  return text.length <= maxLength && ID_PATTERN.test(text);
}
