import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file so that a reader sees the old content or the new one, never a part. */
export function replaceFile(file: string, content: string, mode = 0o666): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, content, { mode });
  renameSync(draft, file);
}
