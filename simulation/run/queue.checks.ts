import type { BoardMutation } from '../../client/src/board-sync/mutations';
import { type OpDocument, UNCHANGED, type UnchangedDocument } from '../../server/src/oplog/op.model';
import type { Truth } from './invariants';
import type { Made } from './requests';
import type { Stage } from './simulation';

/** Changes that a tab has not stored by its end may be lost: the longest wait for storage. */
const STORED_MS = 3_000;
/** Ops that only a request with a client's key makes. */
const BY_KEY = /^(task|comment|checklist)\./;
/** Refusals that leave nothing to decide: the changed object is deleted. */
const NOTHING_LEFT = new Set(['comment_deleted']);

/** I12: every change that a client has accepted is in the log, or in the list "changes not saved". */
export function checkQueued(
  stage: Stage,
  truths: ReadonlyMap<string, Truth>,
  unchanged: readonly UnchangedDocument[],
): void {
  const { requests, history, cluster } = stage;
  const restoredAt = cluster.restores.at(-1)?.at ?? 0;
  const known = new Set([
    ...[...truths.values()].flatMap(({ ops }) => ops.map(keyOf)),
    ...unchanged.filter(({ type }) => type === UNCHANGED).map(({ mutationId }) => mutationId),
  ]);
  for (const made of requests.made.values()) {
    const { mutationId } = made.mutation.entry;
    if (!made.isQueued || made.at <= restoredAt || known.has(mutationId)) continue;
    if (requests.decided.has(mutationId)) continue;
    if (isListed(stage, made) || isSettledWithout(stage, made) || mayBeUnstored(stage, made)) continue;
    const { kind } = made.mutation.pending.change;
    history.fail('I12', `${made.tab}: ${kind} (${mutationId}) is neither in the log nor listed`);
  }
}

const keyOf = ({ bulkId, mutationId }: OpDocument): string => bulkId ?? mutationId;

function isListed({ tabs }: Stage, { mutation, userId }: Made): boolean {
  return tabs.some(
    (tab) => tab.userId === userId && tab.unsaved().some((id) => id === mutation.entry.mutationId),
  );
}

/** A refusal after which its user has nothing to decide. */
function isSettledWithout({ requests }: Stage, { mutation, userId }: Made): boolean {
  const { entry } = mutation;
  // Neither a server that is away nor a limit decides anything: the change is sent again.
  const refusals = requests.answers.filter(({ status }) => status >= 400 && status < 500 && status !== 429);
  const mine = refusals.filter(({ request }) => request.headers['idempotency-key'] === entry.mutationId);
  if (mine.length > 0 && isContinued(requests, mutation)) return true;
  if (entry.method === 'DELETE' && mine.some(({ code = '' }) => NOTHING_LEFT.has(code))) return true;
  // Both wanted the same, with this move or with another one of the card: its user is asked once about a card.
  return (
    mine.some(({ code }) => code === 'stale_move') &&
    refusals.some(({ request, code, conflict }) => {
      const body = request.body as { taskId?: string; state?: string } | undefined;
      const isOfCard = request.userId === userId && body?.taskId === entry.taskId;
      return code === 'stale_move' && isOfCard && conflict?.state === body?.state;
    })
  );
}

/** Their user is asked about a later edit that contains this one. */
function isContinued({ made }: Stage['requests'], { entry, pending: { change } }: BoardMutation): boolean {
  const text = change.kind === 'comment' ? change.comment.text : undefined;
  const mine = change.kind === 'patch' ? change.fields.description : text;
  return [...made.values()].some(
    ({ mutation }) => mine !== undefined && mutation.entry.path === entry.path && mutation.seenText === mine,
  );
}

function mayBeUnstored({ closedTabs }: Stage, { tab, at }: Made): boolean {
  return closedTabs.some(({ name, closedAt }) => name === tab && at <= closedAt && closedAt - at < STORED_MS);
}

/** I5: every op about a task is under a key that a client minted for it: a repetition under another key would be a second one. */
export function checkKeys({ requests, history }: Stage, { ops }: Truth): void {
  for (const op of ops) {
    const isDerived = (op.effect as { movedFrom?: string } | undefined)?.movedFrom !== undefined;
    if (!BY_KEY.test(op.type) || isDerived) continue;
    const key = keyOf(op);
    if (requests.made.has(key) || requests.otherKeys.has(key)) continue;
    history.fail('I5', `version ${op.v} (${op.type}) is under a key that nobody has made`);
    return;
  }
}
