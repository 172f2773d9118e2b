import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { avroFiles, checksumsFile, newVersionFiles, pageFile } from './src/testing/contract-files.ts';

for (const { path, text } of [...avroFiles(), ...newVersionFiles(), pageFile()]) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
const checksums = checksumsFile();
await writeFile(checksums.path, checksums.text);
