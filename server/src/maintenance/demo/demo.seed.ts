import { randomUUID } from 'node:crypto';
import type { Services } from '../../services';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, people } from './demo.people';
import type { DemoProject, DemoTask, DemoWorkspace, Who } from './demo.types';
import { office } from './office.workspace';
import { webShop } from './web-shop.workspace';
import { workshop } from './workshop.workspace';

type UserIds = Record<Who, string>;

/**
 * Fills an empty installation with a made-up team. Everything goes through the product's own services, so that rights are
 * checked and each board has its real log.
 */
export async function seedDemo(services: Services, today: Date): Promise<void> {
  const ids = await register(services);
  for (const workspace of [webShop, workshop, office]) await addWorkspace(services, ids, workspace, today);
}

async function register({ registrations }: Services): Promise<UserIds> {
  const ids: Partial<UserIds> = {};
  for (const [who, person] of entries(people)) {
    // Only the ready accounts have a password that is known.
    const password = DEMO_ACCOUNTS.includes(who) ? DEMO_PASSWORD : randomUUID();
    ids[who] = (await registrations.register({ ...person, password })).id;
  }
  return ids as UserIds;
}

async function addWorkspace(
  services: Services,
  ids: UserIds,
  { name, description, creator, members, projects }: DemoWorkspace,
  today: Date,
): Promise<void> {
  const { workspaces, workspaceMembers } = services.team;
  const workspace = await workspaces.create(ids[creator], { name, description });
  for (const [who, roleId] of entries(members)) {
    await workspaceMembers.add(ids[creator], workspace.id, ids[who], roleId);
  }
  for (const project of projects) await addProject(services, ids, workspace.id, creator, project, today);
}

async function addProject(
  services: Services,
  ids: UserIds,
  workspaceId: string,
  creator: Who,
  { name, description, members, tasks }: DemoProject,
  today: Date,
): Promise<void> {
  const { projects, projectMembers } = services.team;
  const project = await projects.create(ids[creator], { name, description, workspaceId });
  for (const [who, roleId] of entries(members)) {
    await projectMembers.add(ids[creator], project.id, ids[who], roleId);
  }
  for (const task of tasks) {
    const author = task.who?.[0] ?? creator;
    await services.tasks.create(
      { userId: ids[author], mutationId: randomUUID() },
      taskInput(task, project.id, ids, today),
    );
  }
}

function taskInput(task: DemoTask, projectId: string, ids: UserIds, today: Date) {
  const { state, title, priority = 'MEDIUM', who = [], estimate, spent, due, text } = task;
  return {
    projectId,
    state,
    title,
    priority,
    assignees: who.map((name) => ids[name]),
    timeEstimateId: estimate ?? null,
    timeSpent: spent ?? 0,
    dueDate: due === undefined ? null : dayAfter(today, due),
    description: text ?? '',
    visibility: task.private ? ('PRIVATE' as const) : ('PUBLIC' as const),
  };
}

/** The calendar day so many days after another one where this machine stands, as YYYY-MM-DD. */
function dayAfter(day: Date, days: number): string {
  const date = new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function entries<Key extends string, Value>(record: Partial<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
