import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** What reads an event from a record to a redacted one: each refusal on the way is a dead letter's code. */
const REFUSING = [
  'shared/contracts/src/wire/codec.ts',
  'shared/contracts/src/definition/field-rules.ts',
  'shared/contracts/src/validation.ts',
  'shared/contracts/src/wire/writer-schemas.ts',
  'shared/projection/src/consumer/read-events.ts',
  'shared/redaction/src/redact-event.ts',
];
/** The first is for callers of the codec alone; the second is an event type that declares its bytes wrongly. */
const NO_DEAD_LETTER = ['unknown_type', 'bytes_not_readable'];
const CODE = /(?:InvalidError\(|orInvalid\(|code: |\?\? |UNKNOWN_SCHEMA = |\[rules\.\w+, )'([a-z_]+)'/g;

it('the page about events says of every code of a dead letter what is wrong, and names no other', () => {
  const codes = REFUSING.flatMap((file) => [...textOf(file).matchAll(CODE)].map(([, code]) => code));
  const [, table = ''] = textOf('infra/guides/events.md').split('## Rejected events');
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| (`.+?) \|/gm)];
  const named = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([a-z_8]+)(…?)`/g)]);
  // Those of the redactor's readings are put together from the text's place and what is wrong with it.
  const exact = named.flatMap(([, code, open]) =>
    open === '' && !/^report_(?:not|too_deep)/.test(code ?? '') ? [code] : [],
  );
  expect(exact.toSorted()).toEqual(
    [...new Set(codes)].filter((code) => !NO_DEAD_LETTER.includes(code ?? '')).toSorted(),
  );
  for (const failure of ['not_utf8', 'not_json', 'too_large', 'too_deep']) {
    expect(named.map(([, code]) => code)).toContain(`report_${failure}`);
  }
});
