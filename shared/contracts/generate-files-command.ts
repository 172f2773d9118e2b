import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checksumsFile, newVersionFiles } from './src/testing/contract-files.ts';

for (const { path, text } of newVersionFiles()) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
const checksums = checksumsFile();
await writeFile(checksums.path, checksums.text);
