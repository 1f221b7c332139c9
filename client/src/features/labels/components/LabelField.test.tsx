/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { CreateLabelInput } from '@livelane/shared/labels/label.schema';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { type Answer, ids, refusal, StubNetwork, session } from '#test/network';
import { LabelField } from './LabelField';

const path = `/workspaces/${ids.workspace}/labels`;

/** The field in a form, in a workspace without labels. @param made the answer to a new one */
async function open(made: Answer) {
  new StubNetwork({ [`GET ${path}`]: { body: [] }, [`POST ${path}`]: made });
  const [onSubmit, onChange] = [jest.fn((event: SubmitEvent) => event.preventDefault()), jest.fn()];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider>
        <form onSubmit={(event) => onSubmit(event.nativeEvent as SubmitEvent)}>
          <LabelField
            workspaceId={ids.workspace}
            value={[]}
            onChange={onChange}
            onMaking={() => undefined}
            label="Labels"
          />
          <button type="submit">Save</button>
        </form>
      </I18nProvider>
    </QueryClientProvider>,
  );
  return { onSubmit, onChange, user: userEvent.setup(), field: await screen.findByLabelText('Labels') };
}

beforeEach(() => setSession(session));
afterEach(() => setSession(null));

it('says that a name is too long, and does not save the task without the label', async () => {
  const { onSubmit, onChange, user, field } = await open({ body: {} });
  await user.type(field, `${'é'.repeat(51)}{Enter}`);
  expect(screen.getByText('Name must be at most 50 characters long')).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onChange).not.toHaveBeenCalled();
  await user.keyboard('{Backspace}');
  expect(screen.queryByText('Name must be at most 50 characters long')).toBeNull();
});

it('keeps the typed name of a label that could not be created', async () => {
  const { user, field } = await open(refusal(503, 'unavailable'));
  await user.type(field, 'Urgent{Enter}');
  expect(await screen.findByText('unavailable')).toBeVisible();
  expect(field).toHaveValue('Urgent');
});

/** The field with a value that it changes. */
function Field({ first = [], onMaking }: { first?: string[]; onMaking: (isMaking: boolean) => void }) {
  const [value, setValue] = useState(first);
  const props = { workspaceId: ids.workspace, value, onChange: setValue, onMaking };
  return <LabelField {...props} label="Labels" />;
}

/** The field, with new labels that are made once `answer` is called. */
async function openMaking(first: string[]) {
  const made: CreateLabelInput[] = [];
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  new StubNetwork({
    [`GET ${path}`]: () => ({ body: made }),
    [`POST ${path}`]: async ({ body }) => {
      await asked;
      made.push(body as CreateLabelInput);
      return { status: 201, body };
    },
  });
  const making: boolean[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider>
        <Field first={first} onMaking={(isMaking) => void making.push(isMaking)} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  return { answer, made, making, user: userEvent.setup(), field: await screen.findByLabelText('Labels') };
}

it('makes no more labels than a task can have', async () => {
  const { answer, made, user, field } = await openMaking(Array.from({ length: 19 }, (_, n) => `${n}`));
  await user.type(field, 'Urgent{Enter}Paint{Enter}');
  answer();
  expect(await screen.findByText('Urgent')).toBeVisible();
  expect(made.map(({ name }) => name)).toEqual(['Urgent']);
  expect(field).toHaveValue('Paint');
});

it('takes what is typed while a label is made, and chooses both', async () => {
  const { answer, making, user, field } = await openMaking([]);
  await user.type(field, 'Urgent{Enter}Paint{Enter}Oil');
  answer();
  expect(await screen.findByText('Urgent')).toBeVisible();
  expect(await screen.findByText('Paint')).toBeVisible();
  expect(field).toHaveValue('Oil');
  // Only with the last one it may be saved.
  expect(making).toEqual([true, true, true, false]);
});

it('says what is typed there with labels before it, too', async () => {
  const { field } = await openMaking(['urgent']);
  expect(field).toHaveAttribute('placeholder', 'Add…');
});

it('offers no label of invisible characters', async () => {
  const { user, field } = await openMaking([]);
  await user.type(field, '\u200b');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
});
