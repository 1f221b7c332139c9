/** Fields by whose values the embedded database counts changes: an op of one project does not count for the others. */
export const COUNTED_BY = { ops: 'projectId' };
