import { randomUUID } from 'node:crypto';
import type { Services } from '../../services';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, people } from './demo.people';
import type { DemoProject, DemoTask, DemoWorkspace, Who } from './demo.types';
import { office } from './office.workspace';
import { webShop } from './web-shop.workspace';
import { workshop } from './workshop.workspace';

type UserIds = Record<Who, string>;
/** By name. */
type LabelIds = Record<string, string>;
interface Known {
  ids: UserIds;
  labelIds: LabelIds;
}

/** Before an item that is done. */
const DONE = /^✓ /;

/**
 * Fills an empty installation with a made-up team. Everything goes through the product's own services, so that rights
 * are checked and each board has its real log.
 */
export async function seedDemo(services: Services, today: Date): Promise<void> {
  const ids = await register(services);
  for (const workspace of [webShop, workshop, office]) await addWorkspace(services, ids, workspace, today);
}

/** The network address of the made-up team. */
const HERE = '127.0.0.1';

async function register({ registrations }: Services): Promise<UserIds> {
  const ids: Partial<UserIds> = {};
  for (const [who, person] of entries(people)) {
    // Only the ready accounts have a password that is known.
    const password = DEMO_ACCOUNTS.includes(who) ? DEMO_PASSWORD : randomUUID();
    ids[who] = (await registrations.register({ ...person, password }, HERE)).id;
  }
  return ids as UserIds;
}

async function addWorkspace(
  services: Services,
  ids: UserIds,
  { name, description, creator, members, projects, labels = {} }: DemoWorkspace,
  today: Date,
): Promise<void> {
  const { workspaces, workspaceMembers } = services.team;
  const workspace = await workspaces.create(ids[creator], { name, description });
  for (const [who, roleId] of entries(members)) {
    await workspaceMembers.add(ids[creator], workspace.id, ids[who], roleId);
  }
  const labelIds: LabelIds = {};
  for (const [label, colour] of entries(labels)) {
    const made = await services.labels.create(ids[creator], workspace.id, { name: label, colour });
    labelIds[label] = made.label.id;
  }
  for (const project of projects)
    await addProject(services, { ids, labelIds }, workspace.id, creator, project, today);
}

async function addProject(
  services: Services,
  known: Known,
  workspaceId: string,
  creator: Who,
  { name, description, members, tasks, columns = {} }: DemoProject,
  today: Date,
): Promise<void> {
  const { ids } = known;
  const { projects, projectMembers } = services.team;
  const project = await projects.create(ids[creator], { name, description, workspaceId });
  for (const [who, roleId] of entries(members)) {
    await projectMembers.add(ids[creator], project.id, ids[who], roleId);
  }
  for (const [state, column] of entries(tasks)) {
    for (const task of column) {
      const author = task.who?.[0] ?? creator;
      await services.tasks.create(
        { userId: ids[author], mutationId: randomUUID() },
        { ...taskInput(task, known, today), projectId: project.id, state },
      );
    }
  }
  for (const [state, settings] of entries(columns))
    await services.columns.update(
      { userId: ids[creator], mutationId: randomUUID() },
      project.id,
      state,
      settings,
    );
}

function taskInput(task: DemoTask, { ids, labelIds }: Known, today: Date) {
  const { title, priority = 'MEDIUM', who = [], estimate, spent, due, text } = task;
  const { labels = [], checklist = [] } = task;
  return {
    title,
    priority,
    assignees: who.map((name) => ids[name]),
    timeEstimateId: estimate ?? null,
    timeSpent: spent ?? 0,
    dueDate: due === undefined ? null : dayAfter(today, due),
    description: text ?? '',
    labels: labels.flatMap((name) => labelIds[name] ?? []),
    checklist: checklist.map((item) => ({ text: item.replace(DONE, ''), isDone: DONE.test(item) })),
    visibility: task.private ? ('PRIVATE' as const) : ('PUBLIC' as const),
  };
}

/** The calendar day some days after another one, in this machine's time zone, as YYYY-MM-DD. */
function dayAfter(day: Date, days: number): string {
  const date = new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function entries<Key extends string, Value>(record: Partial<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
