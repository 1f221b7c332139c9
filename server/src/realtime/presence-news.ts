import type { PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { NodeBus } from '../nodes/node.bus';
import type { StoredOp } from '../oplog/op.types';
import { isBehind } from './back-pressure';
import type { Presence } from './presence';
import type { BoardSource, LiveSocket, SeesTask, Viewer } from './realtime.types';

/** A board's viewers are sent presence at most once in this time (R31). */
const INTERVAL_MS = 1_000;
/** How often the node confirms to the others that it is alive with its people. */
const ALIVE_MS = 10_000;

interface Dependencies {
  presence: Presence;
  bus: NodeBus;
  viewers: (projectId: string) => Viewer[];
  boards: Pick<BoardSource, 'taskSight' | 'isSameForAll'>;
  now: () => number;
}

/**
 * Sends viewers who else is on their board (R31): changes only, at most one message per second and board, nothing to a
 * client that has not read the last one yet. So idle viewers cost nothing, and losing access to a card is sent like any
 * other change: each viewer gets only cards that they see.
 */
export class PresenceNews {
  /** Boards with a viewer who may not have the latest presence. */
  private readonly due = new Set<string>();
  /** Those among them whose people on this node have changed: the other nodes must be notified. */
  private readonly dueElsewhere = new Set<string>();
  private readonly sentAt = new Map<string, number>();
  /** The last text sent to each socket of each board; equal texts are shared. */
  private readonly sent = new WeakMap<LiveSocket, Map<string, string>>();
  private aliveAt = 0;

  constructor(private readonly deps: Dependencies) {}

  /** The people of this node on a board have changed. */
  changedHere(projectId: string): void {
    this.dueElsewhere.add(projectId);
    this.changed(projectId);
  }

  /** Some viewer of a board may not have the latest: people or sight have changed, or a viewer is new. */
  changed(projectId: string): void {
    this.due.add(projectId);
    void this.send(projectId);
  }

  /** The same if some card may have come into sight or gone out of it. */
  private sightChanged(projectId: string): void {
    if (this.deps.presence.of(projectId).some(({ taskId }) => taskId !== undefined)) this.changed(projectId);
  }

  /** An op has been sent to everyone on its board. */
  opSent(op: StoredOp): void {
    const { projectId } = op;
    if (op.type === 'member.roleChanged' && this.deps.presence.rename(projectId, op.patch))
      this.changedHere(projectId);
    if (!this.deps.boards.isSameForAll(op)) this.sightChanged(projectId);
  }

  /** A socket does not show the board any longer. */
  left(socket: LiveSocket, projectId: string): void {
    this.sent.get(socket)?.delete(projectId);
    for (const changed of this.deps.presence.remove(socket.id, projectId)) this.changedHere(changed);
  }

  /** A socket has gone. */
  gone(socket: LiveSocket): void {
    for (const changed of this.deps.presence.remove(socket.id)) this.changedHere(changed);
  }

  /** Called more often than once a second. */
  tick(): void {
    const { presence, bus, now } = this.deps;
    const gone = presence.expire();
    for (const projectId of gone.here) this.changedHere(projectId);
    for (const projectId of gone.elsewhere) this.changed(projectId);
    // A copy: a board with a slow viewer is due again at once, for the next turn.
    for (const projectId of [...this.due]) void this.send(projectId);
    for (const [projectId, at] of this.sentAt) if (now() - at >= INTERVAL_MS) this.sentAt.delete(projectId);
    if (presence.boardsHere().length === 0 || now() - this.aliveAt < ALIVE_MS) return;
    this.aliveAt = now();
    bus.send({ kind: 'presenceAlive', n: presence.latestNumber });
  }

  private async send(projectId: string): Promise<void> {
    const { presence, bus, viewers, boards, now } = this.deps;
    if (now() - (this.sentAt.get(projectId) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
    this.sentAt.set(projectId, now());
    this.due.delete(projectId);
    const isSentElsewhere = this.dueElsewhere.delete(projectId);
    if (isSentElsewhere)
      bus.send({ kind: 'presence', n: presence.nextNumber(), board: presence.here(projectId) });
    const isAboutCards = presence.of(projectId).some(({ taskId }) => taskId !== undefined);
    let sees: SeesTask = () => false;
    try {
      if (isAboutCards) sees = await boards.taskSight(projectId);
    } catch {
      // Without the board no cards are sent; it is tried again.
      this.due.add(projectId);
    }
    const shownTo = rendering(presence.of(projectId), sees);
    const notified = viewers(projectId).filter((viewer) => this.sendTo(viewer, projectId, shownTo));
    if (notified.length === 0 && !isSentElsewhere) this.sentAt.delete(projectId);
  }

  /** @returns true when there was something to send */
  private sendTo(
    { socket, role }: Viewer,
    projectId: string,
    shownTo: ReturnType<typeof rendering>,
  ): boolean {
    const { userId } = socket.data;
    const sent = this.sent.get(socket) ?? new Map<string, string>();
    const { users, text } = shownTo({ userId, role });
    if (text === (sent.get(projectId) ?? NOBODY)) return false;
    if (isBehind(socket)) {
      this.due.add(projectId);
      return false;
    }
    this.sent.set(socket, sent.set(projectId, text));
    socket.emit('presence:state', { projectId, users });
    return true;
  }
}

const NOBODY = '[]';

/** The people of a board as one viewer sees them: cards that the viewer does not see are left out. */
function rendering(users: readonly PresentUser[], sees: SeesTask) {
  const cards = [...new Set(users.flatMap(({ taskId }) => taskId ?? []))];
  const bySight = new Map<string, { users: PresentUser[]; text: string }>();
  return (viewer: Parameters<SeesTask>[0]) => {
    const seen = cards.filter((taskId) => sees(viewer, taskId));
    const key = seen.join();
    const known = bySight.get(key);
    if (known) return known;
    const shown = users.map(({ taskId, ...user }) =>
      taskId !== undefined && seen.includes(taskId) ? { ...user, taskId } : user,
    );
    const made = { users: shown, text: JSON.stringify(shown) };
    bySight.set(key, made);
    return made;
  };
}
