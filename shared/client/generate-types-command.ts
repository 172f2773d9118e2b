import { readFile, writeFile } from 'node:fs/promises';
import { generateTypes } from './generate-types.ts';

const document = await readFile(new URL('openapi.json', import.meta.url), 'utf8');
await writeFile(new URL('src/api-types.ts', import.meta.url), await generateTypes(document));
