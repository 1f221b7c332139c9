import type { SearchItem } from '@livelane/shared/search/search.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { type BoardsState, PAST_BOARD, projectBoard } from '#board-sync/board.types';
import { columnName } from '#features/boards/columns/columnName';
import type { Translate } from '#i18n/useT';
import type { CommandKind } from '#lib/commands';

/** Most tasks that are listed: a longer query finds others. */
const MAX_TASKS = 12;

export interface PaletteItem {
  id: string;
  group: 'actions' | 'tasks' | 'projects' | 'workspaces' | 'found';
  label: string;
  /** Its location: the column of a task, the workspace of a project. */
  hint?: string;
  does: { go: string } | { openTask: string } | { command: 'newTask' | 'showShortcuts' | 'logout' };
}

interface Sources {
  boards: BoardsState;
  workspaces: readonly Workspace[];
  /** Tasks that the server found, everywhere. */
  found: readonly SearchItem[];
  /** Whether the screen handles a command now. */
  isHandled: (kind: CommandKind) => boolean;
  isAdmin: boolean;
}

/** The palette's items for the typed text, best first within each group. */
export function paletteItems(typed: string, sources: Sources, t: Translate): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, hint = '' }: PaletteItem) => {
    const text = `${label} ${hint}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const items = [...actions(sources, t), ...places(sources.workspaces)].filter(fits);
  const here = words.length > 0 ? tasksOf(sources, t) : [];
  const tasks = here.filter(fits).slice(0, MAX_TASKS);
  const order = ['actions', 'tasks', 'projects', 'workspaces'];
  const listed = [...items, ...tasks].sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
  if (words.length === 0) return listed;
  const isListed = new Set(tasks.map(({ id }) => id));
  const others = sources.found.filter(({ taskId }) => !isListed.has(taskId));
  const text = typed.trim();
  const go = `/search?${new URLSearchParams({ q: text })}`;
  return [
    ...listed,
    { id: 'all', group: 'found', label: t('palette_all', { text }), does: { go } },
    // Last, since they arrive later: nothing may move under a finger.
    ...foundTasks(others, new Map(here.map(({ id, does }) => [id, does]))),
  ];
}

/** Tasks that only the server found. @param here what opens the tasks of the shown board */
const foundTasks = (
  found: readonly SearchItem[],
  here: ReadonlyMap<string, PaletteItem['does']>,
): PaletteItem[] =>
  found.map(({ taskId, projectId, title, projectName }) => ({
    id: taskId,
    group: 'found',
    label: title,
    hint: projectName,
    does: here.get(taskId) ?? taskAt(projectId, taskId),
  }));

function actions({ isHandled, isAdmin }: Sources, t: Translate): PaletteItem[] {
  const action = (id: string, label: string, does: PaletteItem['does']): PaletteItem => ({
    id,
    group: 'actions',
    label,
    does,
  });
  const command = (id: string, label: string, kind: 'newTask' | 'showShortcuts') =>
    isHandled(kind) ? [action(id, label, { command: kind })] : [];
  return [
    ...command('new', t('shortcut_new'), 'newTask'),
    ...command('shortcuts', t('shortcuts_title'), 'showShortcuts'),
    action('home', t('nav_home'), { go: '/' }),
    action('search', t('search_title'), { go: '/search' }),
    action('notifications', t('notifications_title'), { go: '/notifications' }),
    action('settings', t('notifications_settings'), { go: '/notifications/settings' }),
    action('workspaces', t('nav_workspaces'), { go: '/workspaces' }),
    action('profile', t('nav_profile'), { go: '/user' }),
    ...(isAdmin ? [action('admin', t('nav_admin'), { go: '/admin' })] : []),
    action('logout', t('nav_logout'), { command: 'logout' }),
  ];
}

function places(workspaces: readonly Workspace[]): PaletteItem[] {
  return workspaces.flatMap(({ id, name, projects }) => [
    { id, group: 'workspaces' as const, label: name, does: { go: `/workspaces/${id}` } },
    ...projects.map((project) => ({
      id: project.id,
      group: 'projects' as const,
      label: project.name,
      hint: name,
      does: { go: `/project/${project.id}` },
    })),
  ]);
}

/** The tasks of the boards that are loaded, as they are now. */
function tasksOf({ boards, isHandled }: Sources, t: Translate): PaletteItem[] {
  const canOpen = isHandled('openTask');
  const present = Object.values(boards.boards).filter(({ id }) => id !== PAST_BOARD);
  return present.flatMap(({ view }) =>
    Object.values(view).flatMap(({ ids, cards }) =>
      ids.flatMap((id): PaletteItem[] => {
        const task = cards[id];
        if (!task) return [];
        const { title, projectId, state } = task;
        const hint = columnName(t, projectBoard(boards, projectId)?.settings, state);
        const does = canOpen ? { openTask: id } : taskAt(projectId, id);
        return [{ id, group: 'tasks', label: title, hint, does }];
      }),
    ),
  );
}

const taskAt = (projectId: string, taskId: string) => ({ go: `/project/${projectId}?task=${taskId}` });
