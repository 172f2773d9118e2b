import { writeFile } from 'node:fs/promises';
import { avroFiles, pageFile } from './src/testing/contract-files.ts';

for (const { path, text } of [...avroFiles(), pageFile()]) await writeFile(path, text);
