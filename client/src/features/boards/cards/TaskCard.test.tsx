/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { toTimeEstimate } from '@livelane/shared/tasks/task.values';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { op, range, task, USER } from '#board-sync/board.fixture';
import { opsReceived } from '#board-sync/board.slice';
import { watchToday } from '#lib/today';
import { ada, showOnBoard as show } from '../boardParts.fixture';
import { DragDropContext, Droppable } from '../dnd/dnd';
import { CardFace } from './CardFace';
import { TaskCard } from './TaskCard';

const ignore = () => undefined;

/** Cards in a non-virtual column: jsdom has no heights, so a virtual one shows no rows. */
function Cards({ tasks, onRender }: { tasks: StoredTask[]; onRender?: (taskId: string) => void }) {
  return (
    <DragDropContext onDragEnd={ignore}>
      <Droppable droppableId="READY">
        {(provided) => (
          <div {...provided.droppableProps} ref={provided.innerRef}>
            {tasks.map(({ id }, index) => (
              <Profiler key={id} id={id} onRender={() => onRender?.(id)}>
                <TaskCard state="READY" taskId={id} index={index} start={0} measure={ignore} />
              </Profiler>
            ))}
            {provided.placeholder}
          </div>
        )}
      </Droppable>
    </DragDropContext>
  );
}

const tasks = [
  task({ title: 'First', rank: 'a0' }),
  task({ title: 'Second', rank: 'a1' }),
  task({ title: 'Third', rank: 'a2' }),
] as const;
const [first, second] = tasks;

describe('a card', () => {
  it('of a past board whose texts were erased is called so', () => {
    show(<Cards tasks={[first]} />, [{ ...first, title: '' }]);
    expect(screen.getByRole('group', { name: 'Erased task' })).toHaveTextContent('Erased task');
  });

  it('shows title, priority, time spent, waiting and who does it; HTML in a title is text', () => {
    const title = '<b>Paint</b> the fence';
    show(<CardFace task={task({ title, priority: 'HIGH', timeSpent: 45, state: 'WAITING' })} />);
    expect(screen.getByText(title)).toBeVisible();
    expect(screen.getByText('High')).toBeVisible();
    expect(screen.getByTitle('45m spent')).toHaveTextContent('45m');
    show(<CardFace task={task({ timeSpent: 310, assignees: [] })} />);
    expect(screen.getByTitle('5h 10m spent')).toContainElement(screen.getByText(/^5h 10m$/));
    show(<CardFace task={task({ timeSpent: 120, assignees: [] })} />);
    expect(screen.getByTitle('2h spent')).toContainElement(screen.getByText(/^2h$/));
    expect(screen.getByTitle('Waiting')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Assigned to Ada' })).toBeVisible();
  });

  it('says who does it as a list of the language', () => {
    const grace = { id: 'grace', firstName: 'Grace', surname: 'Hopper' };
    const people = new Map([ada, grace].map((each) => [each.id, each]));
    show(<CardFace task={task({ assignees: [USER, grace.id] })} />, [], { people });
    const avatars = screen.getByRole('img', { name: 'Assigned to Ada and Grace' });
    expect(avatars).toHaveAttribute('title', 'Ada Lovelace and Grace Hopper');
  });

  it('says the year of a due date that is not in this one', () => {
    const year = new Date().getFullYear();
    show(<CardFace task={task({ dueDate: `${year}-12-31` })} />);
    expect(screen.getByTitle('Due 31 Dec')).toBeVisible();
    show(<CardFace task={task({ dueDate: `${year + 1}-12-31` })} />);
    expect(screen.getByTitle(`Due 31 Dec ${year + 1}`)).toBeVisible();
  });

  it('says its date and times to screen readers in words, as their titles do', () => {
    const timeEstimate = toTimeEstimate(90);
    show(<CardFace task={task({ dueDate: '2001-03-09', timeSpent: 45, timeEstimate })} />);
    for (const title of ['Overdue, due 9 Mar 2001', '45m of 1.5 hours']) {
      const heard = screen.getByTitle(title).cloneNode(true) as HTMLElement;
      for (const hidden of heard.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
      expect(heard.textContent).toBe(title);
    }
  });

  it('shows no badges that have nothing to say', () => {
    show(<CardFace task={task({ priority: null, assignees: [] })} />);
    for (const title of [/spent/, /Due/, /Waiting/, /Private/])
      expect(screen.queryByTitle(title)).not.toBeInTheDocument();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('says that it is private', () => {
    show(<CardFace task={task({ visibility: 'PRIVATE' })} />);
    expect(screen.getByTitle(/^Private: seen by its creator/)).toBeVisible();
  });

  it('names its project in ten characters on the personal board', () => {
    show(<CardFace task={task()} />, [], { projectName: () => 'A very long project name' });
    const label = screen.getByTitle('A very long project name');
    expect(label.textContent?.startsWith('A very lon')).toBe(true);
    expect(label).not.toHaveTextContent('project');
  });

  it('is marked late after its day here, and never when it is done', () => {
    jest.useFakeTimers({ now: new Date(2026, 4, 10, 0, 30), doNotFake: ['queueMicrotask'] });
    const stop = watchToday();
    try {
      show(
        <>
          <CardFace task={task({ dueDate: '2026-05-10' })} />
          <CardFace task={task({ dueDate: '2026-05-09' })} />
          <CardFace task={task({ dueDate: '2026-05-08', state: 'DONE' })} />
        </>,
      );
      expect(screen.getByTitle('Due 10 May')).not.toHaveClass('late');
      expect(screen.getByTitle('Overdue, due 9 May')).toHaveClass('late');
      expect(screen.getByTitle('Due 8 May')).not.toHaveClass('late');
    } finally {
      stop();
      jest.useRealTimers();
    }
  });

  it('turns late at midnight, and when the page is seen again after a sleep', () => {
    jest.useFakeTimers({ now: new Date(2026, 4, 10, 23, 50), doNotFake: ['queueMicrotask'] });
    const stop = watchToday();
    try {
      show(
        <>
          <CardFace task={task({ dueDate: '2026-05-10' })} />
          <CardFace task={task({ dueDate: '2026-05-11' })} />
        </>,
      );
      expect(screen.getByTitle('Due 10 May')).not.toHaveClass('late');
      act(() => jest.advanceTimersByTime(10 * 60_000));
      expect(screen.getByTitle('Overdue, due 10 May')).toHaveClass('late');
      expect(screen.getByTitle('Due 11 May')).not.toHaveClass('late');
      jest.setSystemTime(new Date(2026, 4, 12, 8));
      act(() => void document.dispatchEvent(new window.Event('visibilitychange')));
      expect(screen.getByTitle('Overdue, due 11 May')).toHaveClass('late');
    } finally {
      stop();
      jest.useRealTimers();
    }
  });

  it('turns late a minute after a sleep at the latest, also where the page was seen all the time', () => {
    jest.useFakeTimers({ now: new Date(2026, 4, 10, 18), doNotFake: ['queueMicrotask'] });
    const stop = watchToday();
    try {
      show(<CardFace task={task({ dueDate: '2026-05-10' })} />);
      expect(screen.getByTitle('Due 10 May')).not.toHaveClass('late');
      // Timers stand still while a computer sleeps.
      jest.setSystemTime(new Date(2026, 4, 13, 9));
      act(() => jest.advanceTimersByTime(60_000));
      expect(screen.getByTitle('Overdue, due 10 May')).toHaveClass('late');
    } finally {
      stop();
      jest.useRealTimers();
    }
  });

  it('counts labels and people beyond the shown ones with the plus before the number, in Arabic too', () => {
    const crowded = task({ labels: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], assignees: [USER, 'b', 'c', 'd'] });
    show(<CardFace task={crowded} />);
    for (const text of ['+2', '+1'])
      expect(screen.getByText(text, { selector: 'bdi' })).toHaveAttribute('dir', 'ltr');
  });

  it('opens by click and by Enter, and its menu without opening it', async () => {
    const user = userEvent.setup();
    const [onOpen, onComplete] = [jest.fn(), jest.fn()];
    show(<Cards tasks={[first]} />, [first], { onOpen, onComplete });
    await user.click(screen.getByText('First'));
    expect(onOpen).toHaveBeenCalledTimes(1);
    screen.getByRole('group', { name: 'First' }).focus();
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledTimes(2);
    await user.click(screen.getByRole('button', { name: 'Actions for First' }));
    await user.click(screen.getByRole('menuitem', { name: 'Complete' }));
    expect(onComplete).toHaveBeenCalledWith(first.id);
    expect(onOpen).toHaveBeenCalledTimes(2);
  });

  it('has no menu for viewers', () => {
    show(<Cards tasks={[first]} />, [first], { canEdit: () => false });
    expect(screen.getByText('First')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions for First' })).not.toBeInTheDocument();
  });

  it('is the only one that is rendered when a change of it is pushed', () => {
    const rendered: string[] = [];
    const { store } = show(<Cards tasks={[...tasks]} onRender={(id) => rendered.push(id)} />, [...tasks]);
    rendered.length = 0;
    const change = op(2, { type: 'task.patched', taskId: second.id, patch: { title: 'Renamed' } });
    act(() => void store.dispatch(opsReceived([range(change)])));
    expect(screen.getByText('Renamed')).toBeVisible();
    expect(new Set(rendered)).toEqual(new Set([second.id]));
  });
});
