/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nProvider } from '#i18n/I18nProvider';
import { AppDialog, type DialogPosition, type DialogSize } from './AppDialog';
import { ConfirmDialog } from './ConfirmDialog';

const open = (props: Partial<Parameters<typeof AppDialog>[0]> = {}) => {
  const onClose = jest.fn();
  render(
    <AppDialog open onClose={onClose} title="A title" {...props}>
      <input aria-label="text" />
    </AppDialog>,
  );
  return onClose;
};
const container = () => document.querySelector('.MuiDialog-container') as HTMLElement;

it.each<[DialogSize, string]>([
  ['sm', 'MuiDialog-paperWidthSm'],
  ['md', 'MuiDialog-paperWidthMd'],
  ['lg', 'MuiDialog-paperWidthLg'],
  ['auto', 'MuiDialog-paperWidthFalse'],
])('has the size %s', (size, className) => {
  // Not at the default place: in jsdom the last style wins, regardless of specificity.
  open({ size, position: 'center' });
  expect(screen.getByRole('dialog', { name: 'A title' })).toHaveClass(className);
});

it.each<[DialogPosition, string, string]>([
  ['center', 'align-items', 'center'],
  ['top', 'align-items', 'flex-start'],
  ['bottom', 'align-items', 'flex-end'],
  ['left', 'justify-content', 'flex-start'],
  ['right', 'justify-content', 'flex-end'],
])('has the position %s', (position, property, value) => {
  open({ position });
  expect(getComputedStyle(container()).getPropertyValue(property)).toBe(value);
});

it('opens 10 units (80 pixels) from the top, centred sideways, when nothing else is said', () => {
  open();
  expect(container()).toHaveStyle({
    'align-items': 'flex-start',
    'padding-top': '80px',
    'justify-content': 'center',
  });
});

it('keeps what has been typed when one clicks outside, and closes by Escape', async () => {
  const onClose = open();
  await userEvent.click(container());
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('stays at the second click of a double click that opened it, and closes at another one outside', () => {
  const onClose = open({ closeOnOutsideClick: true });
  const clickOutside = (detail: number) => {
    const movesFocus = fireEvent.mouseDown(container(), { detail });
    fireEvent.click(container(), { detail });
    return movesFocus;
  };
  expect(clickOutside(2)).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
  expect(clickOutside(1)).toBe(true);
  expect(onClose).toHaveBeenCalledTimes(1);
});

describe('a confirmation', () => {
  const confirm = (props: object = {}) => {
    const [onConfirm, onClose] = [jest.fn(), jest.fn()];
    render(
      <I18nProvider>
        <ConfirmDialog
          open
          title="Delete it?"
          text="It is gone for good."
          confirmLabel="Delete"
          onConfirm={onConfirm}
          onClose={onClose}
          {...props}
        />
      </I18nProvider>,
    );
    return { onConfirm, onClose };
  };

  it('begins at Cancel, so that a stray Enter loses nothing', async () => {
    const { onConfirm, onClose } = confirm();
    await userEvent.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('confirms by its button, which is off while it is under way', async () => {
    const { onConfirm } = confirm();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  it('tells why it failed and stays', async () => {
    // The focused button's ripple comes a moment later.
    await act(async () => confirm({ error: 'Not now', errorTitle: 'Error deleting user', pending: true }));
    expect(screen.getByRole('alert')).toHaveTextContent('Error deleting userNot now');
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  });
});
