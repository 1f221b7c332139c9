/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { I18nProvider } from '#i18n/I18nProvider';
import { MarkdownEditor } from './MarkdownEditor';

const ken = { id: '3b241101-e2bb-4255-8caf-4136c566a962', name: '健 森', firstName: '健', surname: '森' };

const otherKen = { ...ken, id: '3b241101-e2bb-4255-8caf-4136c566a963' };
const KEN = `@[健 森](user:${ken.id})`;
const OTHER_KEN = `@[健 森](user:${otherKen.id})`;

let stored = '';

function Editor({ text }: { text: string }) {
  const [value, setValue] = useState(text);
  stored = value;
  return (
    <MarkdownEditor
      value={value}
      onChange={setValue}
      label="Comment"
      placeholder=""
      people={[ken, otherKen]}
      onSubmit={() => undefined}
      actions={
        <button type="button" onClick={() => setValue('')}>
          Send
        </button>
      }
    />
  );
}
function open(text = '') {
  render(
    <I18nProvider>
      <Editor text={text} />
    </I18nProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  return { user: userEvent.setup(), field };
}

it('mentions nobody at the Enter that ends a composition in Safari', async () => {
  const { user, field } = open();
  await user.type(field, '@健');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(field).toHaveValue('@健');
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('@健 森 ');
  expect(stored).toBe(`${KEN} `);
});

it('shows a mention by its name while it is written, and edits around it', async () => {
  const { user, field } = open(`Ask ${OTHER_KEN} and ${KEN}`);
  expect(field).toHaveValue('Ask @健 森 and @健 森');
  await user.type(field, ' today');
  await user.type(field, '**', { initialSelectionStart: 0, initialSelectionEnd: 3 });
  expect(stored).toBe(`** ${OTHER_KEN} and ${KEN} today`);
  // Deleted with what stands before it: the other one of the same name is left.
  await user.type(field, '{Backspace}', { initialSelectionStart: 0, initialSelectionEnd: 12 });
  expect([field.value, stored]).toEqual(['@健 森 today', `${KEN} today`]);
});

it('turns a mention into words once its name is edited, and offers people again', async () => {
  const { user, field } = open(KEN);
  await user.click(field);
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.keyboard('{Backspace}');
  expect(stored).toBe('@健 ');
  await user.keyboard('森');
  expect(stored).toBe('@健 森');
  await user.click(screen.getAllByRole('option')[1] as HTMLElement);
  expect([field.value, stored]).toEqual(['@健 森 ', `${OTHER_KEN} `]);
  expect(field.selectionEnd).toBe(5);
});

it('makes the name of a mention bold without losing the mention', async () => {
  const { user, field } = open(`Ask ${KEN} now`);
  field.setSelectionRange(4, 8);
  await user.click(screen.getByRole('button', { name: /^Bold/ }));
  expect([field.value, stored]).toEqual(['Ask **@健 森** now', `Ask **${KEN}** now`]);
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('@健 森');
});

it('mentions the same person again once an edit is undone', async () => {
  const { user, field } = open(`Ask ${OTHER_KEN}`);
  await user.type(field, '{Backspace}{Backspace}');
  expect(stored).toBe('Ask @健');
  fireEvent.input(field, { target: { value: 'Ask @健 森' }, inputType: 'historyUndo' });
  expect(stored).toBe(`Ask ${OTHER_KEN}`);
});

it('mentions the same person after their name is dragged elsewhere', () => {
  const { field } = open(`Ask ${OTHER_KEN} now`);
  const input = (inputType: string, value: string, selectionStart: number, selectionEnd: number) =>
    fireEvent.input(field, { target: { value, selectionStart, selectionEnd }, inputType });
  input('deleteByDrag', 'Ask  now', 4, 4);
  input('insertFromDrop', 'Ask  now@健 森', 8, 12);
  expect(stored).toBe(`Ask  now${OTHER_KEN}`);
  // What comes from elsewhere is words.
  input('insertFromDrop', '@健 森Ask  now@健 森', 0, 4);
  expect(stored).toBe(`@健 森Ask  now${OTHER_KEN}`);
});

it('cuts and pastes a mention; a stored one that is pasted is shown by its name', async () => {
  const { user, field } = open(`Ask ${OTHER_KEN} now`);
  const clip = new Map<string, string>();
  const clipboardData = {
    setData: (type: string, text: string) => clip.set(type, text),
    getData: (type: string) => clip.get(type) ?? '',
  };
  field.setSelectionRange(4, 9);
  fireEvent.cut(field, { clipboardData });
  expect([field.value, stored, clip.get('text/plain')]).toEqual(['Ask now', 'Ask now', `${OTHER_KEN} `]);
  field.setSelectionRange(0, 0);
  fireEvent.paste(field, { clipboardData });
  expect([field.value, stored]).toEqual(['@健 森 Ask now', `${OTHER_KEN} Ask now`]);
  expect(field.selectionEnd).toBe(5);
  clip.set('text/plain', KEN);
  field.setSelectionRange(0, 12);
  fireEvent.paste(field, { clipboardData });
  expect([field.value, stored]).toEqual(['@健 森', KEN]);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(field).toHaveValue('');
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
