import { AppError } from '../http/errors';
import type { CommitEntry } from './commit.queue';
import type { Committed } from './commit.types';
import { type KnownMutation, toStoredOp, UNCHANGED } from './op.model';
import type { OpStore } from './op.store';

/**
 * Answers a request as before, when it has been committed already (R7); with `idempotency_key_reused` if another
 * request had its key.
 */
export function replay(entry: CommitEntry, known: KnownMutation): void {
  if (known.fingerprint !== entry.request.fingerprint) entry.reject(new AppError('idempotency_key_reused'));
  else entry.succeed(recalled(entry, known));
}

async function recalled({ request }: CommitEntry, known: KnownMutation): Promise<Committed<unknown>> {
  const before = answerOf(known);
  const { op, result } = before;
  const { recall } = request;
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
export async function conclude(entry: CommitEntry, store: OpStore, answer: () => void): Promise<void> {
  try {
    const known = await knownOf(entry, store);
    if (known) replay(entry, known);
    else answer();
  } catch (error) {
    entry.reject(error);
  }
}

/** Answers that nothing has changed at version `v`, and keeps the answer under the mutation's key (R7). */
export async function concludeUnchanged(
  entry: CommitEntry,
  store: OpStore,
  v: number,
  result: unknown,
): Promise<void> {
  const { projectId, actorId, mutationId, fingerprint } = entry.request;
  try {
    const isKept = await store.keepUnchanged({ projectId, actorId, mutationId, fingerprint, v, result });
    const known = isKept ? null : await knownOf(entry, store);
    if (known) replay(entry, known);
    else entry.succeed({ op: null, v, mutationId, replayed: false, result });
  } catch (error) {
    entry.reject(error);
  }
}

function knownOf({ request }: CommitEntry, store: OpStore): Promise<KnownMutation | null> {
  return store.byMutation([request.projectId], request.actorId, request.mutationId);
}
