import type { ActivityItem } from '@livelane/shared/history/history.schema';
import { newId } from '#board-sync/board.fixture';
import { presentLabels } from './presentLabels';

const [bug, ui, design, urgent] = [newId(), newId(), newId(), newId()] as const;

/** The activity of a removal. */
const removed = (labelId: string, into?: string): ActivityItem => ({
  v: 5,
  at: '2026-01-01T00:00:00.000Z',
  actorId: newId(),
  type: 'label.removed',
  changes: [{ field: 'labels', from: [labelId], to: into ? [into] : [] }],
});
const living =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id);

it('labels are what they became, by one merge after the other, each once', () => {
  const removals = [removed(ui, design), removed(bug, ui)];
  expect(presentLabels([bug, design, urgent], living(design, urgent), removals)).toEqual({
    labels: [design, urgent],
    isAnyDeleted: false,
  });
});

it('deleted ones are left out, those merged into deleted ones too', () => {
  const removals = [removed(ui), removed(bug, ui)];
  expect(presentLabels([bug, urgent], living(urgent), removals)).toEqual({
    labels: [urgent],
    isAnyDeleted: true,
  });
});

it('one that was restored stays, and of several removals the last one counts', () => {
  expect(presentLabels([bug], living(bug), [removed(bug)]).labels).toEqual([bug]);
  expect(presentLabels([bug], living(ui), [removed(bug, ui), removed(bug)]).labels).toEqual([ui]);
});

it('one of which nothing is known stays as it is', () => {
  expect(presentLabels([bug], living(), [])).toEqual({ labels: [bug], isAnyDeleted: false });
});

it('those that were merged in a circle are left out', () => {
  const removals = [removed(ui, bug), removed(bug, ui)];
  expect(presentLabels([bug], living(), removals)).toEqual({ labels: [], isAnyDeleted: true });
});
