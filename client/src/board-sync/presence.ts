import type { PresenceState, PresentUser } from '@livelane/shared/realtime/messages.schema';

interface BoardPresence {
  users: PresentUser[];
  /** Those who are editing, commenting or dragging, by card. */
  byTask: Record<string, PresentUser[]>;
}

/** Who else is on which board, by project. */
export type PresenceByBoard = Record<string, BoardPresence>;

/** Sets the people on a board; the same state if nothing is new, so that no card renders. */
export function withPresence(held: PresenceByBoard, { projectId, users }: PresenceState): PresenceByBoard {
  const before = held[projectId];
  if (JSON.stringify(before?.users ?? []) === JSON.stringify(users)) return held;
  const byTask: Record<string, PresentUser[]> = {};
  for (const user of users) {
    if (user.taskId === undefined || user.mode === 'viewing') continue;
    byTask[user.taskId] = [...(byTask[user.taskId] ?? []), user];
  }
  for (const [taskId, active] of Object.entries(byTask)) {
    const known = before?.byTask[taskId];
    if (known && JSON.stringify(known) === JSON.stringify(active)) byTask[taskId] = known;
  }
  return { ...held, [projectId]: { users, byTask } };
}
