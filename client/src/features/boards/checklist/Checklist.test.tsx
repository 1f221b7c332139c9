/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { CHECKLIST_MAX, ITEM_TEXT_MAX } from '@livelane/shared/http/limits';
import type { AddItemsInput } from '@livelane/shared/tasks/checklist.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { newId, task } from '#board-sync/board.fixture';
import type { BoardMutation } from '#board-sync/mutations';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { session } from '#test/network';
import { paste } from '#test/paste';
import { getToast } from '#ui/toast/toast.store';
import { Checklist } from './Checklist';

const item = (text: string, rank: string) => ({ id: newId(), text, isDone: false, rank });
const [paint, dry] = [item('Paint', 'a0'), item('Dry', 'a1')];
const card = task({ checklist: [paint, dry] });
/** Someone else renames the second item. */
const renamed = { ...card, checklist: [paint, { ...dry, text: 'Let dry' }] };

function open() {
  const made: BoardMutation[] = [];
  const store = createStore();
  const shown = (now: StoredTask) => (
    <Provider store={store}>
      <I18nProvider>
        <Checklist
          task={now}
          canEdit
          onChange={(make) => made.push(make(now))}
          onPromote={async () => false}
        />
      </I18nProvider>
    </Provider>
  );
  const { rerender } = render(shown(card));
  return { made, show: (now: StoredTask) => rerender(shown(now)), user: userEvent.setup() };
}

beforeEach(() => setSession(session));
afterEach(() => {
  sessionStorage.clear();
  setSession(null);
});

const field = () => screen.findByRole('textbox', { name: 'Item text' });

it('an open item without a new text changes nothing, whatever others have written meanwhile', async () => {
  const { made, show, user } = open();
  await user.click(screen.getByRole('button', { name: 'Paint' }));
  await user.type(await field(), '{Enter}');
  expect(await field()).toHaveValue('Dry');
  show(renamed);
  await user.click(document.body);
  expect(made).toEqual([]);
  expect(screen.getByRole('button', { name: 'Let dry' })).toBeInTheDocument();
});

it('Escape in an item’s text gives the focus back to the item', async () => {
  const { made, user } = open();
  await user.click(screen.getByRole('button', { name: 'Paint' }));
  await user.type(await field(), ' it red{Escape}');
  expect(screen.getByRole('button', { name: 'Paint' })).toHaveFocus();
  expect(made).toEqual([]);
});

it('a new text of an item tells which one its user saw', async () => {
  const { made, show, user } = open();
  await user.click(screen.getByRole('button', { name: 'Dry' }));
  await user.type(await field(), ' well');
  show(renamed);
  await user.click(document.body);
  expect(made.map(({ entry }) => entry.body)).toEqual([{ text: 'Dry well', baseText: 'Dry' }]);
});

it('the text of the next item stays while others fill the list', async () => {
  const { made, show, user } = open();
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  const next = () => screen.getByRole('textbox', { name: 'Add an item' });
  await paste(user, next(), 'Half an item');
  show({ ...card, checklist: Array.from({ length: CHECKLIST_MAX }, (_, at) => item(`${at}`, `b${at}`)) });
  fireEvent.blur(next());
  expect(made).toEqual([]);
  expect(next()).toHaveValue('Half an item');
});

/** Shows an empty checklist; `made` has the items of each change. */
function openEmpty() {
  const card = task();
  const made: unknown[] = [];
  const onChange = (make: (task: StoredTask) => BoardMutation) => {
    const { items } = make(card).entry.body as AddItemsInput;
    made.push(items);
  };
  render(
    <Provider store={createStore()}>
      <I18nProvider>
        <Checklist task={card} canEdit onChange={onChange} onPromote={async () => false} />
      </I18nProvider>
    </Provider>,
  );
  return { user: userEvent.setup(), field: screen.getByRole('textbox', { name: 'Add an item' }), made };
}
const added = (text: string, isDone = false) => ({ id: expect.any(String), text, isDone });

it.each(['- Milk', '1. Mai', '[x] marks the spot', '--force'])(
  'saves a typed line as it is: %s',
  async (line) => {
    const { user, field, made } = openEmpty();
    await paste(user, field, ` ${line} `);
    await user.keyboard('{Enter}');
    expect(made).toEqual([[added(line)]]);
    expect(field).toHaveValue('');
  },
);

it('takes no Enter or Escape that ends a composition in Safari', async () => {
  const { made, user } = open();
  const next = screen.getByRole('textbox', { name: 'Add an item' });
  await user.type(next, '牛乳');
  fireEvent.keyDown(next, { key: 'Enter', keyCode: 229 });
  expect(next).toHaveValue('牛乳');
  await user.clear(next);
  await user.click(screen.getByRole('button', { name: 'Paint' }));
  await user.type(await field(), '塗る');
  for (const key of ['Enter', 'Escape']) fireEvent.keyDown(await field(), { key, keyCode: 229 });
  expect(await field()).toHaveValue('Paint塗る');
  expect(made).toEqual([]);
});

it('adds no item for spaces', async () => {
  const { user, field, made } = openEmpty();
  await paste(user, field, '  ');
  await user.keyboard('{Enter}');
  expect(made).toEqual([]);
});

const TOO_LONG = 'An item must be at most 500 characters long';

it('keeps a typed line that is too long in its field, and says so', async () => {
  const { user, field, made } = openEmpty();
  const line = `${'🙂'.repeat(ITEM_TEXT_MAX)}!`;
  await paste(user, field, line);
  await user.keyboard('{Enter}');
  await user.tab();
  expect(field).toHaveValue(line);
  expect(field).toHaveAccessibleDescription(TOO_LONG);
  expect(made).toEqual([]);
  await user.click(field);
  await user.keyboard('{Backspace}{Enter}');
  expect(made).toEqual([[added('🙂'.repeat(ITEM_TEXT_MAX))]]);
  expect(screen.queryByText(TOO_LONG)).not.toBeInTheDocument();
});

it('keeps the lines of a pasted list that are too long in the field', async () => {
  const { user, field, made } = openEmpty();
  const [bread, eggs] = ['Bread '.repeat(100).trim(), 'Eggs '.repeat(101).trim()];
  await paste(user, field, `- Milk\n- ${bread}\n- Salt\n- ${eggs}`);
  expect(made).toEqual([[added('Milk'), added('Salt')]]);
  expect(field).toHaveValue(`${bread} ${eggs}`);
  expect(field).toHaveAccessibleDescription(TOO_LONG);
});

it('keeps a new text of an item that is too long in its field, and says so', async () => {
  const { made, user } = open();
  const added = 'ing'.repeat(ITEM_TEXT_MAX);
  await user.click(screen.getByRole('button', { name: 'Paint' }));
  await paste(user, await field(), added);
  await user.keyboard('{Enter}');
  await user.click(document.body);
  expect(await field()).toHaveValue(`Paint${added}`);
  expect(await field()).toHaveAccessibleDescription(TOO_LONG);
  expect(made).toEqual([]);
  await user.clear(await field());
  await user.type(await field(), 'Painting{Enter}');
  expect(made.map(({ entry }) => entry.body)).toEqual([{ text: 'Painting', baseText: 'Paint' }]);
});

it('a text that is too long stays open and takes no focus from what its user does next', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Paint' }));
  await paste(user, await field(), 'ing'.repeat(ITEM_TEXT_MAX));
  await user.click(screen.getByRole('button', { name: 'Dry' }));
  const [long, dried] = await screen.findAllByRole('textbox', { name: 'Item text' });
  expect(dried).toHaveFocus();
  await user.click(screen.getByRole('textbox', { name: 'Add an item' }));
  expect(screen.getByRole('textbox', { name: 'Add an item' })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Item text' })).toBe(long);
  expect(long).toHaveAccessibleDescription(TOO_LONG);
});

it('makes an item of each line of a pasted list, the first one with what was typed before', async () => {
  const { user, field, made } = openEmpty();
  await paste(user, field, '1.5 l ');
  await paste(user, field, 'Milk\n- [x] Bread');
  expect(made).toEqual([[added('1.5 l Milk'), added('Bread', true)]]);
});

it('says how many lines of a pasted list there is no room for', async () => {
  const { user, made, show } = open();
  show({ ...card, checklist: Array.from({ length: CHECKLIST_MAX - 2 }, (_, at) => item(`${at}`, `b${at}`)) });
  await paste(user, screen.getByRole('textbox', { name: 'Add an item' }), 'Milk\nBread\nEggs\nSalt\nOil');
  expect(made.map(({ entry }) => entry.body)).toMatchObject([
    { items: [{ text: 'Milk' }, { text: 'Bread' }] },
  ]);
  expect(getToast()?.description).toBe('3 lines were left out: a checklist can have at most 100 items.');
});
