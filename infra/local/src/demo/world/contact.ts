import type { DemoApplication } from './application.ts';
import type { DemoPerson } from './person.ts';

/** A person in the CRM, with what they applied for. */
export type DemoContact = { readonly person: DemoPerson; readonly application: DemoApplication | null };
