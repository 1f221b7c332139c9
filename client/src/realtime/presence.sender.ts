import type { PresenceRequest } from '@livelane/shared/realtime/messages.schema';
import { setRepeating, setTimer } from '#lib/timers';
import type { RealtimeSocket } from './realtime.socket';

/** A heartbeat is sent this often: the server forgets anyone who sends none for 30 s. */
const BEAT_MS = 10_000;
/** The server accepts one message a second (SPEC.md#push). */
const PAUSE_MS = 1_050;

/** Sends the others on a board this user's presence and activity. */
export class PresenceSender {
  /** Boards that are open here. */
  private readonly open = new Set<string>();
  private activity: PresenceRequest | null = null;
  private readonly unsent = new Map<string, PresenceRequest>();
  private cancelPause: (() => void) | null = null;
  private readonly stopBeat: () => void;

  constructor(private readonly socket: RealtimeSocket) {
    this.stopBeat = setRepeating(() => this.sendAll(), BEAT_MS);
  }

  enter(projectId: string): void {
    this.open.add(projectId);
    this.send({ projectId, mode: 'viewing' });
  }

  leave(projectId: string): void {
    this.open.delete(projectId);
    this.unsent.delete(projectId);
  }

  /** The user's present activity; null: they only look. */
  set(activity: PresenceRequest | null): void {
    const before = this.activity;
    this.activity = activity;
    if (activity) this.send(activity);
    else if (before) this.send({ projectId: before.projectId, mode: 'viewing' });
  }

  sendAll(): void {
    for (const projectId of this.open) this.send({ projectId, mode: 'viewing' });
    if (this.activity) this.send(this.activity);
  }

  stop(): void {
    this.stopBeat();
    this.cancelPause?.();
  }

  /** Sends the latest activity on each board, at most once a second. */
  private send(sign: PresenceRequest): void {
    const { projectId } = sign;
    this.unsent.set(projectId, this.activity?.projectId === projectId ? this.activity : sign);
    if (!this.cancelPause) this.sendNext();
  }

  private sendNext(): void {
    this.cancelPause = null;
    const [next] = this.unsent;
    if (!next) return;
    const [projectId, sign] = next;
    this.unsent.delete(projectId);
    if (this.socket.connected && document.visibilityState !== 'hidden')
      this.socket.volatile.emit('presence:set', sign, () => undefined);
    this.cancelPause = setTimer(() => this.sendNext(), PAUSE_MS);
  }
}
