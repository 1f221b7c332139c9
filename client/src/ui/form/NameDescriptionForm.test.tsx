/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { updateProjectSchema } from '@livelane/shared/projects/project.schema';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { I18nProvider } from '#i18n/I18nProvider';
import { createStore } from '#store/store';
import { type NameDescription, NameDescriptionForm } from './NameDescriptionForm';

const before = { name: 'Apollo', description: 'To the moon' };

function open() {
  const store = createStore();
  const sent: NameDescription[] = [];
  let saved = () => {};
  const form = (values: NameDescription) => (
    <Provider store={store}>
      <I18nProvider>
        <NameDescriptionForm
          label="Settings"
          schema={updateProjectSchema}
          values={values}
          submitLabel="Save"
          pending={false}
          error={null}
          onSubmit={(typed, onSaved) => {
            sent.push(typed);
            saved = onSaved;
          }}
        />
      </I18nProvider>
    </Provider>
  );
  const { rerender } = render(form(before));
  return {
    sent,
    save: () => act(() => saved()),
    push: (values: NameDescription) => rerender(form(values)),
    user: userEvent.setup(),
  };
}

const field = (name: string) => screen.getByRole('textbox', { name });

it('keeps what is typed while someone else changes the same settings, and takes the rest over', async () => {
  const { sent, push, user } = open();
  await user.type(field('Name'), ' 11');
  push({ name: 'Gemini', description: 'To the orbit' });
  expect(field('Name')).toHaveValue('Apollo 11');
  expect(field('Description')).toHaveValue('To the orbit');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(sent).toEqual([{ name: 'Apollo 11', description: 'To the orbit' }]);
});

it('follows others again once it is saved, but for what is typed since', async () => {
  const { push, save, user } = open();
  await user.type(field('Name'), ' 11');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(field('Description'), '!');
  save();
  push({ name: 'Apollo 11', description: 'To the moon' });
  push({ name: 'Apollo 12', description: 'To Mars' });
  expect(field('Name')).toHaveValue('Apollo 12');
  expect(field('Description')).toHaveValue('To the moon!');
});
