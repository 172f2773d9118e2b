import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** An empty directory that goes away with the test, or with the file where no test has begun. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fundlens-test-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
