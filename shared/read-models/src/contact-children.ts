/**
 * Design §2: of a contact's reports, results and plans the newest 500 of each are looked at and shown, more than any
 * person has.
 */
export const MAX_CHILDREN = 500;
