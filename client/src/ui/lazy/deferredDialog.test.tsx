/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { I18nProvider } from '#i18n/I18nProvider';
import { deferredDialog } from './deferredDialog';

interface Props {
  onClose: () => void;
}
const Opened = ({ onClose }: Props) => (
  <div role="dialog">
    <button type="button" onClick={onClose}>
      Close
    </button>
  </div>
);

function Opener({ Dialog }: { Dialog: ComponentType<Props> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** A button whose dialog is on its way until `arrive` is called. */
function open() {
  let arrive = () => {};
  const Dialog = deferredDialog<Props>(
    () =>
      new Promise<ComponentType<Props>>((resolve) => {
        arrive = () => resolve(Opened);
      }),
  );
  render(
    <I18nProvider>
      <Opener Dialog={Dialog} />
    </I18nProvider>,
  );
  return { user: userEvent.setup(), arrive: () => arrive() };
}

test('a dialog that is on its way says so until it is there', async () => {
  const { user, arrive } = open();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  arrive();
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('one that is on its way can be left, and the focus is where it was', async () => {
  const { user, arrive } = open();
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
  arrive();
  await user.click(opener);
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
});

test('Escape leaves it, and nothing beneath', async () => {
  const { user } = open();
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  const heard = jest.fn();
  opener.addEventListener('keydown', heard);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
  expect(heard).not.toHaveBeenCalled();
  // Once it has gone, what is beneath hears the key.
  await user.keyboard('{Escape}');
  expect(heard).toHaveBeenCalledTimes(1);
});
