import type { ProjectAccess } from './access.service';

/**
 * Rights that are read while the session of the same request is still being looked up, which saves a round trip to the
 * database. They are valid once, and only until this process learns of a change of anyone's rights.
 */
export class EarlyRights {
  private readonly readAt: number;
  private isTaken = false;

  constructor(
    private readonly projectId: string,
    private readonly answer: Promise<ProjectAccess>,
    private readonly rightsVersion: () => number,
  ) {
    this.readAt = rightsVersion();
    // Nobody awaits it if the session has ended.
    answer.catch(() => undefined);
  }

  /** Undefined where the rights must be read now. */
  take(projectId: string): Promise<ProjectAccess> | undefined {
    if (this.isTaken || projectId !== this.projectId || this.readAt !== this.rightsVersion())
      return undefined;
    this.isTaken = true;
    return this.answer;
  }
}
