/** Deletes what this browser stores of projects that their user may not see any more. */
export function forgetStored(...projectIds: string[]): void {
  import('./board.storage')
    .then(({ forgetProjects }) => forgetProjects(projectIds))
    // Storage is off: nothing is stored.
    .catch(() => undefined);
}
