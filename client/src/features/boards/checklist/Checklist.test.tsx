/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { newId, task } from '#board-sync/board.fixture';
import type { BoardMutation } from '#board-sync/mutations';
import { I18nProvider } from '#i18n/I18nProvider';
import { createStore } from '#store/store';
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

it('a new text of an item tells which one its user saw', async () => {
  const { made, show, user } = open();
  await user.click(screen.getByRole('button', { name: 'Dry' }));
  await user.type(await field(), ' well');
  show(renamed);
  await user.click(document.body);
  expect(made.map(({ entry }) => entry.body)).toEqual([{ text: 'Dry well', baseText: 'Dry' }]);
});
