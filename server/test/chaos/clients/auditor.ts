import { setTimeout as wait } from 'node:timers/promises';
import type { CatchUp } from '@livelane/shared/boards/board.schema';
import type { OpSeen } from '../checker/history';
import type { Recorder } from '../recorder';
import { send } from './requests';
import type { Session } from './session';

const LOOK_MS = 250;
/** REST answers at most 500 ops: writers wait before the log is that far ahead of who reads it. */
const AHEAD_AT_MOST = 250;

/** An owner without a socket who follows the log of one project by REST from its first op: what the checker takes for the log. */
export class Auditor {
  v = 0;
  private readonly working: Promise<void>;
  private isStopped = false;
  private turn = 0;

  constructor(
    private readonly recorder: Recorder,
    private readonly session: Session,
    private readonly urls: readonly string[],
    readonly projectId: string,
  ) {
    this.working = this.work();
  }

  /** Resolves once this version is near. */
  async room(v: number): Promise<void> {
    while (v - this.v > AHEAD_AT_MOST) await wait(LOOK_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.working;
  }

  private async work(): Promise<void> {
    while (!this.isStopped) {
      await this.follow();
      await wait(LOOK_MS);
    }
  }

  private async follow(): Promise<void> {
    const { projectId, session, recorder, urls } = this;
    const since = this.v;
    const path = `/kanban/project/${projectId}/ops?since=${since}`;
    const answer = await send(urls[this.turn++ % urls.length] ?? '', session, { method: 'GET', path });
    if (answer?.status === 401) await session.renew();
    if (answer?.status !== 200) return;
    const page = answer.body as CatchUp;
    if ('reset' in page) throw new Error(`the log of ${projectId} cannot be followed from ${since}`);
    if (page.ops.length === 0) return;
    recorder.add({
      is: 'ops',
      client: `auditor of ${projectId}`,
      userId: session.userId,
      at: performance.now(),
      projectId,
      since,
      ops: page.ops as OpSeen[],
    });
    this.v = page.ops.at(-1)?.v ?? since;
  }
}
