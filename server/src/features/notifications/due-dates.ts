import type { Notification } from '@livelane/shared/notifications/notification.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { finishedStates } from '@livelane/shared/tasks/task.values';
import type { Logger } from 'pino';
import { eachByItself } from '../../database/database-away';
import type { Lease } from '../../nodes/lease';
import { Periodic } from '../../periodic';
import type { ProjectStore } from '../projects/project.store';
import type { TaskStore, TaskSummary } from '../tasks/task.store';
import type { UserStore } from '../users/user.store';
import type { FollowingStore } from './following.store';
import type { NotificationToday } from './notification.mail';
import { notificationId } from './notification.model';
import type { NotificationWriter } from './notification.writer';
import { localTime, type PersonSettings } from './person-settings';

/** The earliest time of the reminder, in the reader's time zone. */
const REMIND_FROM = '09:00';
/** For how many days after the due date people are reminded, once, that a task is overdue. */
const OVERDUE_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Dependencies {
  tasks: Pick<TaskStore, 'dueBetween'>;
  projects: Pick<ProjectStore, 'find'>;
  users: Pick<UserStore, 'activeAmong'>;
  settings: PersonSettings;
  writer: NotificationWriter;
  following: Pick<FollowingStore, 'ofTasks'>;
  mayKnow: (userId: string, projectId: string, taskId: string) => Promise<boolean>;
  lease: Lease;
  logger: Logger;
  everySeconds: number;
  now: () => Date;
}

/** Notifies assignees the day before a task is due and on the days after; each once per task and date (R29). */
export class DueDates {
  private readonly checks: Periodic;

  constructor(private readonly deps: Dependencies) {
    this.checks = new Periodic(
      () => this.check(),
      deps.logger,
      'not all due dates could be checked; they are checked again later',
    );
  }

  start(): void {
    this.checks.start(this.deps.everySeconds * 1000, 0);
  }

  stop(): Promise<void> {
    return this.checks.stop();
  }

  private async check(): Promise<void> {
    if (!(await this.deps.lease.hold())) return;
    const now = this.deps.now();
    // Time zones can be a day apart.
    const from = dayOf(now.getTime() - (OVERDUE_DAYS + 1) * DAY_MS);
    const to = dayOf(now.getTime() + 2 * DAY_MS);
    // R22: people's rights to a board that cannot be read are unknown, which concerns no other board.
    await eachByItself(await this.deps.tasks.dueBetween(from, to), (task) => this.remindOf(task, now));
  }

  private async remindOf(task: StoredTask, now: Date): Promise<void> {
    const project = await this.deps.projects.find(task.projectId);
    if (!project || task.dueDate === null) return;
    const modes = (await this.deps.following.ofTasks([task.id])).get(task.id);
    const listening = task.assignees.filter((id) => modes?.get(id) !== 'mute');
    for (const userId of await this.deps.users.activeAmong(listening)) {
      const { timeZone } = await this.deps.settings.of(userId);
      const reason = reasonFor(task.dueDate, localTime(now, timeZone));
      if (!reason || !(await this.deps.mayKnow(userId, task.projectId, task.id))) continue;
      await this.deps.writer.write({
        about: dueOn(task.id, task.dueDate),
        userId,
        reason,
        workspaceId: project.workspaceId,
        projectId: task.projectId,
        taskId: task.id,
        title: task.title,
        name: project.name,
        at: now,
      });
    }
  }
}

function reasonFor(
  dueDate: string,
  { day, time }: { day: string; time: string },
): 'due_tomorrow' | 'overdue' | null {
  if (time < REMIND_FROM) return null;
  const days = daysBetween(day, dueDate);
  if (days === 1) return 'due_tomorrow';
  return days < 0 && days >= -OVERDUE_DAYS ? 'overdue' : null;
}

/**
 * Notifications as they are to be read on a day of their reader: what is due says so as of that day, once for each task,
 * and is left out if its task is finished or has another date.
 */
export function asOfDay(
  shown: readonly Notification[],
  summaries: ReadonlyMap<string, TaskSummary>,
  userId: string,
  day: string,
): NotificationToday[] {
  const reminded = new Set<string>();
  return shown.flatMap((each): NotificationToday[] => {
    const { id, reason, taskId } = each;
    if (taskId === undefined || (reason !== 'due_tomorrow' && reason !== 'overdue')) return [each];
    const { dueDate, state } = summaries.get(taskId)?.task ?? {};
    const isSo = dueDate && state && !finishedStates.includes(state);
    if (!isSo || id !== notificationId(userId, reason, dueOn(taskId, dueDate))) return [];
    const days = daysBetween(day, dueDate);
    if (days > 1 || reminded.has(taskId)) return [];
    reminded.add(taskId);
    return [{ ...each, reason: days === 1 ? 'due_tomorrow' : days === 0 ? 'due_today' : 'overdue' }];
  });
}

/** The subject of a reminder. */
const dueOn = (taskId: string, dueDate: string): string => `${taskId}/${dueDate}`;

/** @param from YYYY-MM-DD, like `to` */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
