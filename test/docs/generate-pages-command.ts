import { writeFile } from 'node:fs/promises';
import { EXAMPLES_FILE, examplesFile, MEMBERS_FILE, membersFile, OPENAPI_FILE, openapiFile } from './openapi-file.ts';
import { OPTIONS_FILE, optionsPage } from './options-page.ts';

await writeFile(EXAMPLES_FILE, await examplesFile());
await writeFile(OPENAPI_FILE, await openapiFile());
await writeFile(MEMBERS_FILE, await membersFile());
await writeFile(OPTIONS_FILE, optionsPage());
