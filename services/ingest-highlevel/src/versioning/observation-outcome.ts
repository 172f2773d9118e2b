/**
 * What became of an observation; in each case the log holds the observed state or a newer one.
 * - `published`: as it was observed.
 * - `unchanged`: the log has the same content already.
 * - `older`: the log has a newer state.
 * - `read`: the order was in doubt; the entity was read back, and what the API said was published or was there already.
 * - `unconfirmed`: the order was in doubt and the API is not open to us; the latest by its instants was taken.
 */
export type ObservationOutcome = 'published' | 'unchanged' | 'older' | 'read' | 'unconfirmed';
