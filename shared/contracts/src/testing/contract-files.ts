import { join } from 'node:path';
import { definitionOf, eventTypes } from '../event-types.ts';
import { contractPage } from './contract-page.ts';

const EVENTS = join(import.meta.dirname, '../events');

export type ContractFile = { readonly path: string; readonly text: string };

/** What publishers in other languages take: the Avro schema of each event type, as it is registered. */
export function avroFiles(): ContractFile[] {
  return eventTypes.map((type) => {
    const name = type.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
    return { path: join(EVENTS, name, `${name}.avsc.json`), text: JSON.stringify(definitionOf(type).avro, null, 2) };
  });
}

/** The page of all events. */
export function pageFile(): ContractFile {
  return { path: join(import.meta.dirname, '../../EVENTS.md'), text: contractPage() };
}
