/** Schema ids that the registry did not know when a projector met them, so that a restart does not begin the wait anew. */
export const SCHEMA_WAITS = 'schema_waits';

export type SchemaWait = {
  /** The id in the registry. */
  readonly _id: number;
  /** By MongoDB's clock. */
  readonly firstMetAt: Date;
  /** By MongoDB's clock, when it was last met: for the age of the wait. */
  readonly metAt: Date;
};

/** Much longer than any wait. Then the id counts as new: a registry may have been set up anew in between. */
export const SCHEMA_WAIT_KEPT_SECONDS = 24 * 60 * 60;
