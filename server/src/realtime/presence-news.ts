import type { PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { NodeBus } from '../nodes/node.bus';
import { isBehind } from './back-pressure';
import type { Presence } from './presence';
import type { BoardSource, LiveSocket, SeesTask, Viewer } from './realtime.types';

/** A board's viewers hear of presence once in this time at most (R31). */
const INTERVAL_MS = 1_000;
/** This often the node tells the others that it is alive, and who is on it. */
const ALIVE_MS = 10_000;

interface Dependencies {
  presence: Presence;
  bus: NodeBus;
  viewers: (projectId: string) => Viewer[];
  taskSight: BoardSource['taskSight'];
  now: () => number;
}

/**
 * Tells viewers who else is on their board (R31): changes only, at most one message a second and board, nothing to a
 * client that has not read the last one yet. So idle viewers cost nothing, and losing access to a card is sent like any
 * other change: each viewer hears only of cards that they see.
 */
export class PresenceNews {
  /** Boards of which some viewer may not know the latest. */
  private readonly due = new Set<string>();
  /** Of those, the ones whose people on this node have changed: the other nodes must hear. */
  private readonly dueElsewhere = new Set<string>();
  private readonly toldAt = new Map<string, number>();
  /** What was sent last to each socket of each board; equal texts are one. */
  private readonly told = new WeakMap<LiveSocket, Map<string, string>>();
  private aliveAt = 0;

  constructor(private readonly deps: Dependencies) {}

  /** The people of this node on a board have changed. */
  changedHere(projectId: string): void {
    this.dueElsewhere.add(projectId);
    this.changed(projectId);
  }

  /** Some viewer of a board may not know the latest: people, sight, or a viewer who is new. */
  changed(projectId: string): void {
    this.due.add(projectId);
    void this.tell(projectId);
  }

  /** The same, where it is only known that some card may have come into sight or gone out of it. */
  sightChanged(projectId: string): void {
    if (this.deps.presence.of(projectId).some(({ taskId }) => taskId !== undefined)) this.changed(projectId);
  }

  /** A socket does not show the board any longer. */
  forget(socket: LiveSocket, projectId: string): void {
    this.told.get(socket)?.delete(projectId);
  }

  /** Called more often than once a second. */
  tick(): void {
    const { presence, bus, now } = this.deps;
    const gone = presence.expire();
    for (const projectId of gone.here) this.changedHere(projectId);
    for (const projectId of gone.elsewhere) this.changed(projectId);
    for (const projectId of this.due) void this.tell(projectId);
    for (const [projectId, at] of this.toldAt) if (now() - at >= INTERVAL_MS) this.toldAt.delete(projectId);
    if (presence.boardsHere().length === 0 || now() - this.aliveAt < ALIVE_MS) return;
    this.aliveAt = now();
    bus.send({ kind: 'presenceAlive', n: presence.latestNumber });
  }

  private async tell(projectId: string): Promise<void> {
    const { presence, bus, viewers, taskSight, now } = this.deps;
    if (now() - (this.toldAt.get(projectId) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
    this.toldAt.set(projectId, now());
    this.due.delete(projectId);
    const isToldElsewhere = this.dueElsewhere.delete(projectId);
    if (isToldElsewhere)
      bus.send({ kind: 'presence', n: presence.nextNumber(), board: presence.here(projectId) });
    const isAboutCards = presence.of(projectId).some(({ taskId }) => taskId !== undefined);
    let sees: SeesTask = () => false;
    try {
      if (isAboutCards) sees = await taskSight(projectId);
    } catch {
      // Without the board nobody hears of cards; it is tried again.
      this.due.add(projectId);
    }
    const shownTo = rendering(presence.of(projectId), sees);
    const told = viewers(projectId).filter((viewer) => this.tellOne(viewer, projectId, shownTo));
    if (told.length === 0 && !isToldElsewhere) this.toldAt.delete(projectId);
  }

  /** @returns true when there was something to send */
  private tellOne(
    { socket, role }: Viewer,
    projectId: string,
    shownTo: ReturnType<typeof rendering>,
  ): boolean {
    const { userId } = socket.data;
    const told = this.told.get(socket) ?? new Map<string, string>();
    const { users, text } = shownTo({ userId, role });
    if (text === (told.get(projectId) ?? NOBODY)) return false;
    if (isBehind(socket)) {
      this.due.add(projectId);
      return false;
    }
    this.told.set(socket, told.set(projectId, text));
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
