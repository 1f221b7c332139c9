/** Fields by whose values the embedded database counts changes: one project's log that grows is not every project's. */
export const COUNTED_BY = { ops: 'projectId' };
