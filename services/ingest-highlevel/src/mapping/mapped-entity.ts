import type { Statement } from '../marks/crm-state.ts';

/** A HighLevel object in the terms of our contract. */
export type MappedEntity = {
  /** Null: what identifies the entity for us, or what the contract requires, is missing. */
  readonly statement: Statement | null;
  /** Names of the fields whose value did not fit the contract. */
  readonly cut: readonly string[];
};
