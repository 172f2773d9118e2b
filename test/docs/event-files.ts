import { fileURLToPath } from 'node:url';
import { asyncapiDocument } from '@fundlens/contracts/asyncapi';
import { eventExamples } from './event-examples.ts';

/** What generators of code and viewers of other teams read, and where a reviewer sees a change of the contract. */
export const ASYNCAPI_FILE = fileURLToPath(new URL('../../shared/contracts/asyncapi.json', import.meta.url));

export function asyncapiFile(): string {
  return `${JSON.stringify(asyncapiDocument(eventExamples()), null, 2)}\n`;
}
