import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { projectRoom } from '@livelane/shared/realtime/rooms';
import type { StoredOp } from '../oplog/op.types';
import type { BoardRooms } from './board.rooms';
import type { BoardSource, LiveServer, LiveSocket, OpViewer, RealtimeObserver } from './realtime.types';

/** The viewer of an op that everyone sees alike. */
const ANYONE: OpViewer = { userId: '', role: 'viewer' };

interface Dependencies {
  io: LiveServer;
  rooms: Pick<BoardRooms, 'socketsIn'>;
  boards: Pick<BoardSource, 'isSameForAll' | 'viewOp' | 'changesSightOf'>;
  observer: Pick<RealtimeObserver, 'reset'>;
}

/** A socket, and the ops that it is sent by this role. */
interface Recipient {
  socket: LiveSocket;
  role: ProjectRole;
  ops: readonly StoredOp[];
}

/** What some sockets are sent alike. */
interface Message {
  ops: readonly VisibleOp[];
  to: string[];
}

/** Sends ops of one board, to each socket as its user sees them. */
export class OpSender {
  constructor(private readonly deps: Dependencies) {}

  /** To all subscribers of its board. */
  send(op: StoredOp, epoch: string): void {
    if (this.deps.boards.isSameForAll(op)) this.sendToRoom([op], epoch);
    else
      this.sendViews(
        op.projectId,
        epoch,
        this.deps.rooms.socketsIn(op.projectId).flatMap((socket) => this.recipient(socket, op) ?? []),
      );
  }

  /** The same for ops that were committed together, in one message to each; they leave all rights as they are. */
  sendTogether(ops: readonly StoredOp[], epoch: string): void {
    const [first] = ops;
    if (!first) return;
    const { projectId } = first;
    if (ops.every((op) => this.deps.boards.isSameForAll(op))) this.sendToRoom(ops, epoch);
    else
      this.sendViews(
        projectId,
        epoch,
        this.deps.rooms.socketsIn(projectId).flatMap((socket) => {
          const board = socket.data.boards.get(projectId);
          const unknown = ops.filter(({ v }) => board && v > board.sinceV);
          return board && unknown.length > 0 ? { socket, role: board.role, ops: unknown } : [];
        }),
      );
  }

  /** Sends an op to one socket. */
  sendTo(socket: LiveSocket, op: StoredOp, epoch: string): void {
    const recipient = this.recipient(socket, op);
    if (recipient) this.sendViews(op.projectId, epoch, [recipient]);
  }

  private sendToRoom(ops: readonly StoredOp[], epoch: string): void {
    const { io, boards } = this.deps;
    const [projectId, from, to] = [ops[0]?.projectId ?? '', ops[0]?.v ?? 0, ops.at(-1)?.v ?? 0];
    const shown = ops.map((op) => boards.viewOp(ANYONE, op));
    io.to(projectRoom(projectId)).emit('board:ops', { projectId, epoch, from, to, ops: shown });
  }

  /** By the role that its user has at the op's version; null for a socket that gets nothing, or has to read the board again. */
  private recipient(socket: LiveSocket, op: StoredOp): Recipient | null {
    const { projectId, v } = op;
    const { userId, boards } = socket.data;
    const board = boards.get(projectId);
    // Ops in its answer are not sent again, and must not change the role back.
    if (!board || v <= board.sinceV) return null;
    const { role } = board;
    if (op.type === 'member.roleChanged' && op.patch.userId === userId) {
      board.role = op.patch.roleId;
      board.ownRoleId = op.effect?.membership?.roleId ?? null;
    }
    if (!this.deps.boards.changesSightOf({ userId, role }, op)) return { socket, role, ops: [op] };
    this.deps.observer.reset('gap');
    socket.emit('board:reset', { projectId, reason: 'gap' });
    return null;
  }

  /** Encodes what several sockets see alike only once: one person may have thousands of them (R32). */
  private sendViews(projectId: string, epoch: string, recipients: readonly Recipient[]): void {
    const byViewer = new Map<string, Message>();
    const byContent = new Map<string, Message>();
    const patches = new Map<unknown, number>();
    for (const { socket, role, ops } of recipients) {
      const { userId } = socket.data;
      const viewer = `${role} ${userId} ${ops.length}`;
      let message = byViewer.get(viewer);
      if (!message) {
        const shown = ops.map((op) => this.deps.boards.viewOp({ userId, role }, op));
        const content = shown.map((op) => numberOf(patches, 'patch' in op ? op.patch : null)).join();
        message = byContent.get(content) ?? { ops: shown, to: [] };
        byContent.set(content, message);
        byViewer.set(viewer, message);
      }
      message.to.push(socket.id);
    }
    for (const { ops, to } of byContent.values()) {
      const versions = { from: ops[0]?.v ?? 0, to: ops.at(-1)?.v ?? 0 };
      this.deps.io.to(to).emit('board:ops', { projectId, epoch, ...versions, ops: [...ops] });
    }
  }
}

/** Views of one op are the same if they have the same patch. */
function numberOf(patches: Map<unknown, number>, patch: unknown): number {
  const number = patches.get(patch) ?? patches.size;
  patches.set(patch, number);
  return number;
}
