/**
 * How long a head is relied on. An op is folded away no sooner than 30 days after its commit (R25), so the place after a
 * head is still taken in the log if another node took it within this time, however much the clocks of nodes differ.
 */
const RELIABLE_MS = 24 * 60 * 60 * 1000;

/**
 * The versions of projects that this process has seen or made last. They may be out of date: then the insert at the next
 * one finds another node's op (R2). Those that have rested for a day are unknown: there, that op may be folded away.
 */
export class KnownHeads {
  private readonly heads = new Map<string, { v: number; seenAt: number }>();

  /** Undefined for a project that has to be healed first. */
  get(projectId: string): number | undefined {
    const head = this.heads.get(projectId);
    // By the date: other clocks stand still while a machine sleeps. It may also have been wrong then, and put right since.
    if (head && Math.abs(Date.now() - head.seenAt) < RELIABLE_MS) return head.v;
    return undefined;
  }

  /** The log has this version now. */
  reached(projectId: string, v: number): void {
    this.heads.set(projectId, { v: Math.max(v, this.get(projectId) ?? 0), seenAt: Date.now() });
  }

  /** After a failure or a lost race: the next commit heals first, and starts from there. */
  forget(projectId: string): void {
    this.heads.delete(projectId);
  }
}
