/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { I18nProvider } from '#i18n/I18nProvider';
import { MarkdownEditor } from './MarkdownEditor';

const ken = { id: '3b241101-e2bb-4255-8caf-4136c566a962', name: '健 森', firstName: '健', surname: '森' };

function Editor() {
  const [value, setValue] = useState('');
  return (
    <MarkdownEditor
      value={value}
      onChange={setValue}
      label="Comment"
      placeholder=""
      people={[ken]}
      onSubmit={() => undefined}
      actions={
        <button type="button" onClick={() => setValue('')}>
          Send
        </button>
      }
    />
  );
}
function open() {
  render(
    <I18nProvider>
      <Editor />
    </I18nProvider>,
  );
  return { user: userEvent.setup(), field: screen.getByRole('textbox', { name: 'Comment' }) };
}

it('mentions nobody at the Enter that ends a composition in Safari', async () => {
  const { user, field } = open();
  await user.type(field, '@健');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(field).toHaveValue('@健');
  await user.keyboard('{Enter}');
  expect(field).toHaveValue(`@[健 森](user:${ken.id}) `);
});

it('makes a text bold by Ctrl+B of an Arabic keyboard', async () => {
  const { user, field } = open();
  await user.click(field);
  fireEvent.keyDown(field, { key: 'لا', code: 'KeyB', ctrlKey: true });
  expect(field).toHaveValue('****');
});

it('is there to type into again once a text was sent from its preview', async () => {
  const { user, field } = open();
  await user.type(field, 'Since noon');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'And dry');
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('And dry');
});
