import { writeFile } from 'node:fs/promises';
import { EXAMPLES_FILE, examplesFile } from './openapi-file.ts';
import { MEMBERS_FILE, membersFile } from './openapi-members.ts';
import { OPTIONS_FILE, optionsPage } from './options-page.ts';

await writeFile(EXAMPLES_FILE, await examplesFile());
await writeFile(MEMBERS_FILE, membersFile());
await writeFile(OPTIONS_FILE, optionsPage());
