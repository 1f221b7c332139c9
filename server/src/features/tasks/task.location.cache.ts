/** Tasks that are remembered; those that were noted longest ago go first. */
const MAX_TASKS = 50_000;

/**
 * In which project a task was seen last: a hint that saves a read. It may be wrong, since tasks move
 * between projects; whoever follows it must notice.
 */
export class TaskLocationCache {
  private readonly projects = new Map<string, string>();

  of(taskId: string): string | undefined {
    return this.projects.get(taskId);
  }

  note(taskId: string, projectId: string): void {
    this.projects.delete(taskId);
    this.projects.set(taskId, projectId);
    if (this.projects.size <= MAX_TASKS) return;
    const [oldest] = this.projects.keys();
    if (oldest !== undefined) this.projects.delete(oldest);
  }

  forget(taskId: string): void {
    this.projects.delete(taskId);
  }
}
