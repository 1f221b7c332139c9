/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { withItems, withoutItems } from '@livelane/shared/tasks/checklist';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newId, PROJECT, snapshot, task, USER, withSnapshot } from '#board-sync/board.fixture';
import { noBoards, projectBoard } from '#board-sync/board.types';
import { I18nProvider } from '#i18n/I18nProvider';
import { busyTimes } from './busyTimes';
import type { Moment } from './rewind.api';
import { TimeSlider } from './TimeSlider';
import { changedSince, takeBack } from './takeBack';

const OTHER = newId();
const clock = { now: () => 0, newId };

describe('taking a card back', () => {
  const then = task({ title: 'Old', state: 'READY', assignees: [USER, OTHER], rev: 2 });
  const now = { ...then, title: 'New', state: 'DONE' as const, assignees: [USER], rev: 9 };
  const board = projectBoard(withSnapshot(noBoards, snapshot(9, [now])), PROJECT);
  if (!board) throw new Error('no board');

  it('sets what is not as it was, on the version that is seen', () => {
    expect(changedSince(then, now)).toEqual(['title', 'state', 'assignees']);
    const made = takeBack(clock, board, now, then, ['title', 'state']);
    expect(made.map(({ entry }) => entry)).toMatchObject([
      {
        method: 'PUT',
        body: { title: 'Old', state: 'READY', baseRev: 9, baseProjectId: PROJECT },
      },
    ]);
  });

  it('finds the same people and labels in another order unchanged', () => {
    const labels = [newId(), newId()];
    const labelled = { ...then, labels };
    const merged = { assignees: [OTHER, USER], labels: labels.toReversed(), rev: 9 };
    expect(changedSince(labelled, { ...labelled, ...merged })).toEqual([]);
  });

  it('makes a checklist what it was, item by item, and in its order', () => {
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((text, n) => ({
      id: newId(),
      text,
      isDone: false,
      rank: `a${n}`,
    }));
    if (!a || !b || !c || !d) throw new Error('no items');
    const former = task({ checklist: [a, b, c], rev: 2 });
    const present = { ...former, checklist: [{ ...c, rank: 'Zz' }, { ...a, isDone: true }, d], rev: 9 };
    expect(changedSince(former, present)).toEqual(['checklist']);
    expect(changedSince(former, { ...former, checklist: [a, b, { ...c, rank: 'a9' }] })).toEqual([]);
    const made = takeBack(clock, board, present, former, ['checklist']);
    let painted = present.checklist;
    for (const { pending } of made)
      if (pending.change.kind === 'checklist')
        painted = withoutItems(withItems(painted, pending.change.items), pending.change.gone);
    expect(painted.map(({ text, isDone }) => [text, isDone])).toEqual([
      ['A', false],
      ['B', false],
      ['C', false],
    ]);
    const path = `/tasks/${former.id}/checklist`;
    expect(made.map(({ entry: { method, path: at } }) => `${method} ${at}`)).toEqual([
      `DELETE ${path}/${d.id}`,
      `PUT ${path}/${a.id}`,
      `PUT ${path}/${a.id}`,
      `POST ${path}`,
    ]);
    expect(made.at(-1)?.entry.body).toMatchObject({ afterId: a.id, beforeId: c.id });
    expect(made[1]?.entry.body).toEqual({ isDone: false });
    const renamed = { ...former, checklist: [{ ...a, text: 'A2' }, b, c] };
    expect(takeBack(clock, board, renamed, former, ['checklist']).map(({ entry }) => entry.body)).toEqual([
      { isDone: false, text: 'A', baseText: 'A2' },
    ]);
  });
});

describe('the slider over time', () => {
  it('marks the times when much happened', () => {
    const times = [10, ...Array.from({ length: 21 }, (_each, n) => 500 + n / 10), 990];
    const points = times.map((time, n) => ({ v: n + 1, time }));
    expect(busyTimes(points, 0, 1_000)).toEqual([10, expect.closeTo(501), 990]);
    expect(busyTimes(points, 5, 5)).toEqual([]);
  });

  it('marks them over the whole of a long history, of which some versions are known', () => {
    // Quiet years, and two days with a thousand changes each.
    const points = [
      { v: 1, time: 0 },
      { v: 501, time: 100_000 },
      { v: 1_501, time: 100_100 },
      { v: 2_001, time: 700_000 },
      { v: 3_001, time: 700_100 },
      { v: 3_301, time: 1_000_000 },
    ];
    const marks = busyTimes(points, 0, 1_000_000);
    const near = (time: number) => marks.some((mark) => Math.abs(mark - time) < 5_000);
    expect([near(100_000), near(700_000), near(400_000), near(900_000)]).toEqual([true, true, false, false]);
  });

  function open(v: number, awaited: () => Moment | null = () => null) {
    const asked: Moment[] = [];
    const view = (at: number, { headV = 10, failed = null as object | null } = {}) => (
      <I18nProvider>
        <TimeSlider
          shown={{ v: at, at: at * 1_000 }}
          from={0}
          to={10_000}
          marks={[]}
          firstV={0}
          headV={headV}
          failed={failed}
          onShow={(moment) => asked.push(moment)}
          awaited={awaited}
        />
      </I18nProvider>
    );
    const { rerender } = render(view(v));
    return { asked, show: (...given: Parameters<typeof view>) => rerender(view(...given)) };
  }

  it('goes from change to change by keys and buttons', async () => {
    const { asked } = open(4);
    const user = userEvent.setup();
    const slider = screen.getByRole('slider', { name: 'Point in time' });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('change 4 of 10'));
    act(() => slider.focus());
    await user.keyboard('{ArrowLeft}{ArrowRight}{Home}{End}');
    await user.click(screen.getByRole('button', { name: 'Previous change' }));
    expect(asked).toEqual([{ v: 3 }, { v: 5 }, { v: 0 }, { v: 10 }, { v: 3 }]);
  });

  it('keeps the focus on a button that has come to the end', () => {
    const { asked, show } = open(9);
    const forward = screen.getByRole('button', { name: 'Next change' });
    show(10);
    expect(forward).toHaveAttribute('aria-disabled', 'true');
    // A disabled button would lose the focus.
    expect(forward).toBeEnabled();
    fireEvent.click(forward);
    expect(asked).toEqual([]);
  });

  it('leaves keys with Alt, Ctrl or Cmd to the browser', () => {
    const { asked } = open(4);
    const press = (init: object) =>
      fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowLeft', ...init });
    expect([press({ altKey: true }), press({ ctrlKey: true }), press({ metaKey: true })]).toEqual([
      true,
      true,
      true,
    ]);
    expect(asked).toEqual([]);
    expect(press({})).toBe(false);
  });

  it('counts keys that are pressed before the change they lead to is shown', async () => {
    const { asked } = open(9, () => asked.at(-1) ?? null);
    const user = userEvent.setup();
    act(() => screen.getByRole('slider').focus());
    await user.keyboard('{ArrowLeft}{ArrowLeft}{PageDown}{ArrowRight}');
    expect(asked).toEqual([{ v: 8 }, { v: 7 }, { v: 0 }, { v: 1 }]);
  });

  it('plays to the end, and stops where its user says', async () => {
    const { asked, show } = open(9);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
    show(10);
    expect(await screen.findByRole('button', { name: 'Play' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(asked.at(-1)).toEqual({ v: 0 });
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
  });
  describe('while it plays', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());
    const play = () => fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

    it('goes on although the board changes all the time', () => {
      const { asked, show } = open(4);
      play();
      for (const headV of [11, 12, 13, 14]) {
        wait(200);
        show(4, { headV });
      }
      expect(asked).toEqual([{ v: 5 }]);
      show(5, { headV: 15 });
      wait(600);
      expect(asked).toEqual([{ v: 5 }, { v: 6 }]);
    });

    it('stops at a moment that cannot be shown', () => {
      const { asked, show } = open(4);
      play();
      wait(600);
      show(4, { failed: {} });
      expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
      play();
      wait(600);
      expect(asked).toEqual([{ v: 5 }, { v: 5 }]);
    });
  });
});
