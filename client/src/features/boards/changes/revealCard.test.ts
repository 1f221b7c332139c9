/** @jest-environment jsdom */
import { PROJECT, snapshot, task, withSnapshot } from '#board-sync/board.fixture';
import { noBoards, projectBoard } from '#board-sync/board.types';
import { revealCard } from './revealCard';

const cards = ['a0', 'a1', 'a2', 'a3'].map((rank) => task({ rank }));
const [, , third] = cards as [(typeof cards)[0], (typeof cards)[0], (typeof cards)[0]];
const board = () => projectBoard(withSnapshot(noBoards, snapshot(1, cards)), PROJECT);

const scrolledTo = jest.fn();
const scrolledBy = jest.fn();
let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  jest.clearAllMocks();
  frames = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  Element.prototype.scrollIntoView = scrolledTo;
  Element.prototype.scrollTo = scrolledBy;
  document.body.innerHTML =
    '<section data-state="READY"><div data-drag-scrolls></div></section><section data-state="DONE"></section>';
});
afterEach(() => jest.restoreAllMocks());

/** Renders the card in a column. */
function show(state: string): void {
  document.querySelector(`[data-task-id]`)?.remove();
  const card = document.createElement('div');
  card.dataset.taskId = third.id;
  document.querySelector(`[data-state="${state}"]`)?.append(card);
}
const nextFrame = () => {
  for (const frame of frames.splice(0)) frame(0);
};
const shownElements = () => scrolledTo.mock.contexts;

it('scrolls to the column and the card once the card has left its former column', () => {
  show('DONE');
  revealCard(third.id, board);
  nextFrame();
  expect(shownElements()).toEqual([]);
  show('READY');
  nextFrame();
  expect(shownElements()).toEqual(
    ['[data-state="READY"]', '[data-task-id]'].map((each) => document.querySelector(each)),
  );
  expect(frames).toEqual([]);
});

it('brings a list to where a card is that is not in the page', () => {
  const list = document.querySelector('[data-drag-scrolls]') as Element;
  jest.spyOn(list, 'scrollHeight', 'get').mockReturnValue(4_000);
  jest.spyOn(list, 'clientHeight', 'get').mockReturnValue(400);
  revealCard(third.id, board);
  nextFrame();
  expect(scrolledBy).toHaveBeenCalledWith({ top: 1_800 });
});

it('gives up on a card that does not come', () => {
  revealCard(task().id, board);
  while (frames.length > 0) nextFrame();
  expect(shownElements()).toEqual([]);
});
