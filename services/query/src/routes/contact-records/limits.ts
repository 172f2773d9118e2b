/** Of a contact's reports, results and plans the newest ones are shown: more than any person has. */
export const MAX_CHILDREN = 500;
/** Items of one list of the event contract, which the answers show in full. */
export const MAX_ITEMS = 500;
