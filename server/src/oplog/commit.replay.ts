import { AppError } from '../http/errors';
import type { CommitEntry } from './commit.queue';
import type { Committed, LogState } from './commit.types';
import { type KnownMutation, toStoredOp, UNCHANGED } from './op.model';

type Log = Pick<LogState, 'store' | 'applied'>;

/**
 * Answers a request as before, when it has been committed already (R7), once its op is applied: the node that committed
 * it may have died before that. With `idempotency_key_reused` if another request had its key.
 */
export function replay(entry: CommitEntry, known: KnownMutation, log: Log): void {
  if (known.fingerprint !== entry.request.fingerprint) entry.reject(new AppError('idempotency_key_reused'));
  else entry.succeed(recalled(entry, known, log));
}

async function recalled(
  { request }: CommitEntry,
  known: KnownMutation,
  log: Log,
): Promise<Committed<unknown>> {
  const before = answerOf(known);
  const { op, result } = before;
  const { recall } = request;
  if (op) await log.applied(op);
  return op && recall ? { ...before, result: await recall(op, result as object | undefined) } : before;
}

/** The stored part of the answer. */
function answerOf(known: KnownMutation): Committed<unknown> {
  const { mutationId, result } = known;
  const op = known.type === UNCHANGED ? null : toStoredOp(known);
  return { op, v: known.type === UNCHANGED ? known.patch.v : known.v, mutationId, replayed: true, result };
}

/**
 * Answers without an op, unless a repetition of the same request has been committed since the first
 * check: then with the answer of that one (R7).
 */
export async function conclude(entry: CommitEntry, log: Log, answer: () => void): Promise<void> {
  try {
    const known = await knownOf(entry, log);
    if (known) replay(entry, known, log);
    else answer();
  } catch (error) {
    entry.reject(error);
  }
}

/** Answers that nothing has changed at version `v`, and keeps the answer under the mutation's key (R7). */
export async function concludeUnchanged(
  entry: CommitEntry,
  log: Log,
  v: number,
  result: unknown,
): Promise<void> {
  const { projectId, actorId, mutationId, fingerprint } = entry.request;
  try {
    const isKept = await log.store.keepUnchanged({ projectId, actorId, mutationId, fingerprint, v, result });
    const known = isKept ? null : await knownOf(entry, log);
    if (known) replay(entry, known, log);
    else entry.succeed({ op: null, v, mutationId, replayed: false, result });
  } catch (error) {
    entry.reject(error);
  }
}

function knownOf({ request }: CommitEntry, { store }: Log): Promise<KnownMutation | null> {
  return store.byMutation([request.projectId], request.actorId, request.mutationId);
}
