/** Items of one list of the event contract, which the answers show in full. */
export const MAX_ITEMS = 500;
