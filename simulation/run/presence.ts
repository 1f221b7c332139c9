import { taskStates } from '@livelane/shared/tasks/task.values';
import { isSame } from './same';
import type { Stage } from './simulation';
import type { Tab } from './tab';

const WEIGHT = { viewing: 0, editing: 1, commenting: 1, dragging: 2 } as const;

/** Does the tab show this project's board, or cards of it on the personal board? */
function isWatching(tab: Tab, projectId: string): boolean {
  if (!tab.isOpen || !tab.isOnBoard || tab.connection !== 'live' || !tab.board) return false;
  return tab.board.kind === 'project' ? tab.board.id === projectId : projectId in tab.board.projects;
}

/** Has the tab this project's board open, or does its user work on a card of it on their personal board? */
function isThere(tab: Tab, projectId: string): boolean {
  if (!isWatching(tab, projectId)) return false;
  return tab.board?.kind === 'project' || tab.activity?.projectId === projectId;
}

/** Once all is quiet, every header shows who else has the board open, and what each does with a card. */
export function checkPresence({ tabs, history, cluster, projectIds, plan }: Stage): void {
  // Processes without a bus cannot share presence.
  if (plan.nodes > 1 && !cluster.hasBus) return;
  for (const projectId of projectIds) {
    const here = tabs.filter((tab) => isThere(tab, projectId));
    for (const tab of tabs.filter((each) => isWatching(each, projectId))) {
      const others = here.filter(({ userId }) => userId !== tab.userId);
      const wanted = [...new Set(others.map(({ userId }) => userId))].sort();
      const shown = tab.present(projectId);
      const found = shown.map(({ userId }) => userId).sort();
      if (!isSame(found, wanted))
        history.fail(
          'presence',
          `${tab.name} shows ${found.join() || 'nobody'}, not ${wanted.join() || 'nobody'}`,
        );
      for (const user of shown) {
        const modes = others.flatMap((each) =>
          each.userId === user.userId ? [modeOf(each, projectId)] : [],
        );
        const most = modes.sort((a, b) => WEIGHT[b] - WEIGHT[a])[0] ?? 'viewing';
        if (user.mode !== most)
          history.fail('presence', `${tab.name} shows ${user.userId} ${user.mode}, not ${most}`);
        // A personal board holds only cards that are assigned to its user, who sees others, too.
        if (
          tab.board?.kind === 'project' &&
          user.taskId !== undefined &&
          isHiddenFrom(tab, user.taskId, tabs)
        )
          history.fail('visibility', `${tab.name} is told who works on a card that it does not see`);
      }
    }
  }
}

function modeOf({ activity }: Tab, projectId: string): keyof typeof WEIGHT {
  return activity?.projectId === projectId ? activity.mode : 'viewing';
}

/** A card that others see; one that is gone for all shows nothing. */
function isHiddenFrom(tab: Tab, taskId: string, tabs: readonly Tab[]): boolean {
  return !holds(tab, taskId) && tabs.some((other) => holds(other, taskId));
}

const holds = (tab: Tab, taskId: string): boolean =>
  taskStates.some((state) => tab.projectBoard()?.base[state][taskId] !== undefined);
