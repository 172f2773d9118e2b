import { writeFile } from 'node:fs/promises';
import { OPENAPI_FILE, openapiFile } from './openapi-file.ts';

await writeFile(OPENAPI_FILE, openapiFile());
