import type { BoardMutation } from '../../client/src/board-sync/mutations';
import type { NodeAnswer, NodeRequest } from '../server/node.entry';

/** A change that someone made at a tab, for which its client minted a key. */
export interface Made {
  mutation: BoardMutation;
  tab: string;
  userId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The client has taken it on itself: it ends sent or listed (I12). Otherwise a dialog waits for the answer. */
  isQueued: boolean;
}

/** A write as it left a tab. */
export interface Sent extends NodeRequest {
  mutationId: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** An answer that reached a tab. */
export interface Answered {
  request: NodeRequest;
  status: number;
  /** Of a refusal: the server's code and details. */
  code?: string | undefined;
  conflict?: { state?: string } | undefined;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** All changes, requests and answers of tabs. */
export class Requests {
  readonly made = new Map<string, Made>();
  /** Keys of writes that no client's queue knows of. */
  readonly otherKeys = new Set<string>();
  /** Listed changes about which their user has decided. */
  readonly decided = new Set<string>();
  readonly sent: Sent[] = [];
  readonly answers: Answered[] = [];

  noteSent(request: NodeRequest, at: number): void {
    const mutationId = request.headers['idempotency-key'];
    if (mutationId && request.method !== 'GET') this.sent.push({ ...request, mutationId, at });
  }

  noteAnswer(request: NodeRequest, { status, text }: NodeAnswer, at: number): void {
    const refusal = status >= 400 && text.startsWith('{') ? JSON.parse(text) : {};
    const { code, conflict } = refusal as Pick<Answered, 'code' | 'conflict'>;
    this.answers.push({ request, status, code, conflict, text, at });
  }

  /** The last request under each key. */
  latest(): Map<string, Sent> {
    return new Map(this.sent.map((request) => [request.mutationId, request]));
  }
}
