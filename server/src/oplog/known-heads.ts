/**
 * How long a head is relied on. An op is folded away no sooner than 30 days after its commit (R25), so the place after a
 * head is still taken in the log if another node took it within this time, however much the clocks of nodes differ.
 */
const RELIABLE_MS = 24 * 60 * 60 * 1000;
const NO_TIME = new Date(0).toISOString();

/**
 * The versions of projects that this process has seen or made last. They may be out of date: then the insert at the next
 * one finds another node's op (R2). Those that have rested for a day are unknown: there, that op may be folded away.
 */
export class KnownHeads {
  private readonly heads = new Map<string, { v: number; seenAt: number; at?: string | undefined }>();

  constructor(private readonly readTime: (projectId: string, v: number) => Promise<string | null>) {}

  /** Undefined for a project that has to be healed first. */
  get(projectId: string): number | undefined {
    const head = this.heads.get(projectId);
    // By the date: other clocks stand still while a machine sleeps. It may also have been wrong then, and put right since.
    if (head && Math.abs(Date.now() - head.seenAt) < RELIABLE_MS) return head.v;
    return undefined;
  }

  /** The time of this version's op, read where it is not known; without an op it is earlier than any. */
  async timeOf(projectId: string, v: number): Promise<string> {
    const known = v === 0 ? NO_TIME : this.knownTime(projectId, v);
    if (known !== undefined) return known;
    const at = await this.readTime(projectId, v);
    const head = this.heads.get(projectId);
    if (at !== null && head?.v === v) head.at = at;
    return at ?? NO_TIME;
  }

  private knownTime(projectId: string, v: number): string | undefined {
    const head = this.heads.get(projectId);
    return head?.v === v ? head.at : undefined;
  }

  /** The log has this version now. @param at the time of its op, if that is known */
  reached(projectId: string, v: number, at?: string): void {
    const known = this.get(projectId) ?? 0;
    if (v < known)
      this.heads.set(projectId, { v: known, seenAt: Date.now(), at: this.knownTime(projectId, known) });
    else this.heads.set(projectId, { v, seenAt: Date.now(), at: at ?? this.knownTime(projectId, v) });
  }

  /** After a failure or a lost race: the next commit heals first, and starts from there. */
  forget(projectId: string): void {
    this.heads.delete(projectId);
  }
}
