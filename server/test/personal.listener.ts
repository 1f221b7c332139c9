import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import { applyPersonalOp } from '@livelane/shared/boards/personal.fold';
import type { PersonalOps } from '@livelane/shared/realtime/messages.schema';
import type { StoredTask, Task } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { TestUser } from './factories';
import type { TestServer, TestSocket } from './harness';

type Columns = Record<TaskState, Task[]>;

/** Someone's personal board as it follows from what its socket hears (R34). */
export class PersonalListener {
  readonly heard: PersonalOps[] = [];
  /** Messages that did not continue what was held. */
  gaps = 0;
  /** How often the board was read because something other than an op was pushed. */
  reads = 0;
  private readonly tasks = new Map<string, StoredTask>();
  private readonly places = new Map<string, number>();
  private cursors: PersonalBoard['cursors'] = {};
  private projects: PersonalBoard['projects'] = [];
  private work: Promise<void> = Promise.resolve();

  private constructor(
    private readonly server: TestServer,
    private readonly user: TestUser,
    readonly socket: TestSocket,
  ) {}

  static async on(server: TestServer, user: TestUser): Promise<PersonalListener> {
    const socket = await server.socket(user);
    const listener = new PersonalListener(server, user, socket);
    socket.on('personal:ops', (message) => {
      listener.heard.push(message);
      listener.next(() => listener.take(message));
    });
    const read = () => listener.next(() => listener.read());
    socket.on('access:changed', read);
    socket.on('access:revoked', read);
    socket.on('board:reset', read);
    read();
    await listener.work;
    return listener;
  }

  /** The board as it is held when all has been heard that came until now. */
  async columns(): Promise<Columns> {
    await this.work;
    const names = new Map(this.projects.map(({ id, name }) => [id, name]));
    const shown = [...this.tasks.values()].map((task) => ({
      ...task,
      columnPosition: this.places.get(task.id) ?? -1,
    }));
    const nameOf = ({ projectId }: Task) => names.get(projectId) ?? '';
    shown.sort(
      (a, b) =>
        a.columnPosition - b.columnPosition || nameOf(a).localeCompare(nameOf(b)) || (a.id < b.id ? -1 : 1),
    );
    return Object.fromEntries(
      taskStates.map((state) => [state, shown.filter((task) => task.state === state)]),
    ) as Columns;
  }

  private next(step: () => void | Promise<void>): void {
    this.work = this.work.then(step);
  }

  private async read(): Promise<void> {
    this.reads++;
    const answer = await this.socket.emitWithAck('personal:subscribe', {});
    if (!answer.ok) throw new Error(answer.code);
    const { body } = await this.server.request(this.user).get<PersonalBoard>('/kanban/personal');
    this.tasks.clear();
    for (const { columnPosition, ...task } of body.columns.flatMap(({ tasks }) => tasks)) {
      this.tasks.set(task.id, task);
      this.places.set(task.id, columnPosition);
    }
    this.cursors = body.cursors;
    this.projects = body.projects;
  }

  private take({ projectId, epoch, from, to, ops, places }: PersonalOps): void | Promise<void> {
    const held = this.cursors[projectId];
    if (held?.epoch === epoch && to <= held.v) return;
    if (held?.epoch !== epoch || from > held.v + 1) {
      this.gaps++;
      return this.read();
    }
    for (const op of ops) {
      if (op.type === 'noop' || op.v <= held.v) continue;
      for (const [taskId, task] of applyPersonalOp((id) => this.tasks.get(id), op, this.user.id))
        if (task) this.tasks.set(taskId, task);
        else this.tasks.delete(taskId);
    }
    for (const [taskId, place] of Object.entries(places)) this.places.set(taskId, place);
    this.cursors = { ...this.cursors, [projectId]: { epoch, v: to } };
  }
}
