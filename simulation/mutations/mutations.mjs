// Faults for the simulator to find: in `file`, the text `find`, which is there once, becomes `replace`.
// A mutation whose text is not there any more is an error: it must follow the code, or make room for a better one.

/** @type {Array<{ name: string, file: string, find: string, replace: string }>} */
export const mutations = [
  // The log.
  {
    name: 'a heal applies nothing',
    file: 'server/src/oplog/board.healer.ts',
    find: '      await this.healing.apply(ops);\n      appliedV',
    replace: '      appliedV',
  },
  {
    name: 'what counts as applied is raised before the rows are written',
    file: 'server/src/oplog/row.applier.ts',
    find: '        group = await this.apply(group);\n        this.drop(group);\n        await this.raise();',
    replace:
      '        this.drop(group);\n        await this.raise();\n        group = await this.apply(group);\n        this.drop(group);',
  },
  {
    name: 'a row takes its own node’s op before an earlier one of another node',
    file: 'server/src/oplog/row.applier.ts',
    find: 'if (earlier.v > later.v) return false;',
    replace: 'if (earlier.v > 0) return false;',
  },
  {
    name: 'rights are not read again when they change in the queue',
    file: 'server/src/oplog/commit.queue.ts',
    find: 'if (entry.rightsSeen !== rights) {',
    replace: 'if (entry.rightsSeen < 0) {',
  },
  {
    name: 'a key is answered whatever it is used for',
    file: 'server/src/oplog/commit.replay.ts',
    find: 'if (known.fingerprint !== entry.request.fingerprint)',
    replace: 'if (known.fingerprint === entry.request.projectId)',
  },
  {
    name: 'the keys of writes that change nothing are not kept',
    file: 'server/src/oplog/commit.replay.ts',
    find: 'const isKept = await log.store.keepUnchanged({ projectId, actorId, mutationId, fingerprint, v, result });',
    replace: 'const isKept = fingerprint !== projectId;',
  },
  {
    name: 'a restored database keeps its epochs',
    file: 'server/src/oplog/renew-epochs.ts',
    find: 'filter: { _id },',
    replace: "filter: { _id: 'former ' + _id },",
  },
  {
    name: 'commits of one insert do not see each other',
    file: 'server/src/features/boards/replica.cache.ts',
    find: 'for (const op of batch.ops) if (op.v > kept.draft.v) kept.draft.apply(op);\n    if (kept.draft.v !== v - 1) throw',
    replace: 'if (kept.draft.v > v - 1) throw',
  },
  // Tasks.
  {
    name: 'an older description overwrites a newer one',
    file: 'server/src/features/tasks/task.history.ts',
    find: "if ((base?.[field] ?? '') === theirs || mine === theirs) continue;",
    replace: 'if (theirs !== undefined) continue;',
  },
  {
    name: 'assignees are replaced, not merged',
    file: 'server/src/features/tasks/task.history.ts',
    find: 'withinMax(field, mergeIds(known, fields[field] ?? [], task[field]));',
    replace: 'fields[field] ?? [];',
  },
  {
    name: 'who takes back what still waited changes nothing',
    file: 'server/src/features/tasks/task.history.ts',
    find: 'const seen = baseLists[field] ?? (isOlder ? (base?.[field] ?? []) : undefined);',
    replace: 'const seen = isOlder ? (base?.[field] ?? []) : undefined;',
  },
  {
    name: 'an older move overwrites a newer one',
    file: 'server/src/features/tasks/task.history.ts',
    find: '  if (state === expected) return;',
    replace: '  if (expected) return;',
  },
  {
    name: 'a move between projects is finished under a key of its own each time',
    file: 'server/src/features/tasks/task.transfer.ts',
    find: 'mutationId: derivedId(id, projectId),',
    replace: 'mutationId: crypto.randomUUID(),',
  },
  {
    name: 'a move between projects that was interrupted is not finished',
    file: 'server/src/features/tasks/task.transfer.ts',
    find: 'for (const { projectId, moving } of await store.unfinishedMoves()) {',
    replace: 'for (const { projectId, moving } of (await store.unfinishedMoves()).slice(0, 0)) {',
  },
  {
    name: 'whoever leaves a project stays assigned',
    file: 'server/src/features/members/membership.op.ts',
    find: '    const tasks = await change.assignedTasks();\n    const patch',
    replace: '    const tasks = (await change.assignedTasks()).slice(1);\n    const patch',
  },
  // What cards hold.
  {
    name: 'hard limits are not looked at',
    file: 'server/src/features/tasks/wip-limit.ts',
    find: 'if (isCounted || !wipLimit?.isHard) return;',
    replace: 'if (isCounted || wipLimit?.isHard !== false) return;',
  },
  {
    name: 'what arrives from another project is not counted',
    file: 'server/src/features/tasks/task.transfer.ts',
    find: 'const { state } = withRoom(board, task);',
    replace: 'const { state } = task;',
  },
  {
    name: 'the text of an item overwrites one that was not seen',
    file: 'server/src/features/tasks/checklist.service.ts',
    find: 'if (mine === undefined || base === undefined || base === item.text || mine === item.text) return;',
    replace: 'if (mine !== item.id) return;',
  },
  {
    name: 'a removed label stays on the cards of other projects',
    file: 'server/src/features/labels/label.removal.ts',
    find: 'await eachByItself(projectIds, ',
    replace: 'await eachByItself(projectIds.slice(0, 1), ',
  },
  {
    name: 'comments stay behind when their task moves',
    file: 'server/src/features/comments/comment.store.ts',
    find: '        if (movedFrom)\n',
    replace: '        if (movedFrom === projectId)\n',
  },
  {
    name: 'a restored comment is not counted',
    file: 'shared/src/boards/fold.ts',
    find: "    case 'comment.added':\n    case 'comment.restored':",
    replace: "    case 'comment.restored':\n      break;\n    case 'comment.added':",
  },
  {
    name: 'a board of the past has one op too many',
    file: 'server/src/features/history/past-boards.ts',
    find: 'if (op.v <= v) apply(board, op)',
    replace: 'if (op.v <= v + 1) apply(board, op)',
  },
  // Sight and rights.
  {
    name: 'boards show PRIVATE tasks to all',
    file: 'server/src/features/boards/board-response.cache.ts',
    find: 'allPublic ? () => true : (task) => canSee(viewer, task)',
    replace: '(task) => allPublic || canSee({ ...viewer, role: "owner" }, task)',
  },
  {
    name: 'pushed ops show PRIVATE tasks to all',
    file: 'server/src/features/boards/op.view.ts',
    find: "return sawBefore || seesAfter ? publicPart(viewer, op) : { v: op.v, type: 'noop' };",
    replace: 'return publicPart(viewer, op);',
  },
  {
    name: 'whoever loses sight of a task keeps it',
    file: 'server/src/features/boards/op.view.ts',
    find: "if (sawBefore && !seesAfter && op.type !== 'task.deleted') {",
    replace: "if (sawBefore && !seesAfter && op.type === 'task.moved') {",
  },
  {
    name: 'catch-up shows what a task was before it was hidden',
    file: 'server/src/features/boards/op.view.ts',
    find: 'if (!hidden.has(taskId)) return shown;',
    replace: "if (!hidden.has(taskId) || type !== 'task.deleted') return shown;",
  },
  {
    name: 'a removed member stays in the room',
    file: 'server/src/realtime/board.feeds.ts',
    find: 'if (owner === userId && (boards.get(projectId)?.sinceV ?? 0) < v) rooms.remove(projectId, socket);',
    replace:
      'if (owner === userId && (boards.get(projectId)?.sinceV ?? 0) > v) rooms.remove(projectId, socket);',
  },
  // Push.
  {
    name: 'what is committed while someone subscribes is not told',
    file: 'server/src/realtime/subscriptions.ts',
    find: '    const later = missed.filter((op) => op.v > sinceV);',
    replace: '    const later = missed.filter((op) => op.v < sinceV);',
  },
  {
    name: 'ops of other nodes are not looked for',
    file: 'server/src/realtime/board.feeds.ts',
    find: 'else if (head.v > feed.lastV) behind.push(() => this.bringUpToDate(projectId, head.v));',
    replace: '',
  },
  // The client.
  {
    name: 'a lost push is not noticed by the next heartbeat',
    file: 'client/src/realtime/projectBoards.ts',
    find: '    follower.hint(head.v);\n',
    replace: '',
  },
  {
    name: 'an older personal board takes the place of a newer one',
    file: 'client/src/realtime/personal.follower.ts',
    find: 'if (this.users === 0 || this.reading !== reading) return;',
    replace: 'if (this.users === 0) return;',
  },
  {
    name: 'a change is let go of when it is answered, before its op is here',
    file: 'client/src/board-sync/board.view.ts',
    find: 'if (ackV === undefined || !boards.every((board) => versionOf(board, projectId) >= ackV)) return false;',
    replace: 'if (ackV === undefined) return false;',
  },
  {
    name: 'a request is repeated under a new key',
    file: 'client/src/board-sync/change.sender.ts',
    find: 'headers: { [IDEMPOTENCY_KEY_HEADER]: mutationId },',
    replace: 'headers: { [IDEMPOTENCY_KEY_HEADER]: isRepeated ? crypto.randomUUID() : mutationId },',
  },
  {
    name: 'a move that waited does not say what its user saw',
    file: 'client/src/board-sync/change.sender.ts',
    find: 'if (!(hasWaited || isRepeated || waitedMs < 0 || waitedMs > WAITED_MS)) return body;',
    replace: 'return body;',
  },
  {
    name: 'a refused change is not listed',
    file: 'client/src/board-sync/outbox.queue.ts',
    find: '    this.unsaved.add(change);\n    this.ports.onSetAside(change);',
    replace: '    this.ports.onSetAside(change);',
  },
  {
    name: 'a change is not stored',
    file: 'client/src/board-sync/outbox.queue.ts',
    find: 'this.hand(mutation, (store) => store.add(mutation));',
    replace: 'this.hand(mutation, async () => undefined);',
  },
  {
    name: 'what another tab has left in storage is not sent',
    file: 'client/src/board-sync/outbox.queue.ts',
    find: '        this.waiting.set(mutationId, mutation);\n        if (!heardOf.has(mutationId)) this.ports.dispatch(changeMade(mutation.pending));',
    replace: '        if (heardOf.has(mutationId)) this.waiting.set(mutationId, mutation);',
  },
];
