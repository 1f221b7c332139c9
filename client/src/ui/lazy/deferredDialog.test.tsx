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

function Opener({ Dialog, onKey }: { Dialog: ComponentType<Props>; onKey: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tells which keys arrive beneath
    <div onKeyDown={onKey}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </div>
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
  const onKey = jest.fn();
  render(
    <I18nProvider>
      <Opener Dialog={Dialog} onKey={onKey} />
    </I18nProvider>,
  );
  return { user: userEvent.setup(), arrive: () => arrive(), onKey };
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
  const { user, onKey } = open();
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
  expect(onKey).not.toHaveBeenCalled();
});
