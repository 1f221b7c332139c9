/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
import { addLayer } from '../layers/layers';
import { ToastHost } from './ToastHost';
import ToastViewport from './ToastViewport';
import { dismissToast, getToast, showToast } from './toast.store';

jest.useFakeTimers();

/** Renders the place of toasts with one toast in it. */
async function open(content: Parameters<typeof showToast>[0]) {
  render(
    <I18nProvider>
      <ToastHost />
    </I18nProvider>,
  );
  await act(async () => showToast(content));
  // The first toast fetches the script of toasts.
  await act(async () => void (await import('./ToastViewport')));
}

afterEach(() => {
  act(() => {
    const toast = getToast();
    if (toast) dismissToast(toast.id);
  });
});

/** @returns closes it */
function openDialog(): () => void {
  const layer = document.body.appendChild(document.createElement('div'));
  let end: () => void;
  act(() => {
    end = addLayer(layer);
  });
  expect(layer).toContainElement(screen.getByRole('status'));
  return () => {
    act(() => end());
    layer.remove();
  };
}

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('toasts (specification sections 4 and 9)', () => {
  it('shows one at a time: the later takes the place of the earlier', async () => {
    await open({ title: 'First' });
    await act(async () => showToast({ title: 'Second' }));
    expect(screen.getByText('Second')).toBeInTheDocument();
    expect(screen.queryByText('First')).not.toBeInTheDocument();
  });

  it('dismisses and removes it after 5000 ms', async () => {
    await open({ title: 'Saved', variant: 'success' });
    pass(4_999);
    expect(screen.getByRole('status')).toHaveTextContent('Saved');
    pass(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('gives a later one its own 5000 ms', async () => {
    await open({ title: 'First' });
    pass(4_000);
    await act(async () => showToast({ title: 'Second' }));
    pass(4_000);
    expect(screen.getByText('Second')).toBeInTheDocument();
    pass(1_000);
    expect(screen.queryByText('Second')).not.toBeInTheDocument();
  });

  it('keeps its time when a dialog opens and closes', async () => {
    await open({ title: 'Saved' });
    pass(2_000);
    const closeDialog = openDialog();
    pass(2_000);
    closeDialog();
    pass(999);
    expect(screen.getByText('Saved')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('held by the pointer past its time, it stays for half of it when a dialog opens', async () => {
    await open({ title: 'Saved' });
    fireEvent.mouseEnter(screen.getByRole('status'));
    pass(60_000);
    const closeDialog = openDialog();
    pass(2_499);
    expect(screen.getByText('Saved')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
    closeDialog();
  });

  it('speaks up as an alert when it is destructive', async () => {
    await open({ title: 'Error', description: 'It broke', variant: 'destructive' });
    expect(screen.getByRole('alert')).toHaveTextContent('It broke');
  });

  it.each([
    [49, true],
    [-49, true],
    [50, false],
    [-50, false],
  ])('after a swipe of %i pixels it is still there: %s', async (pixels, isThere) => {
    await open({ title: 'Swipe me' });
    const toast = screen.getByRole('status');
    // jsdom's pointer events have no position: mouse events have one under the same names.
    fireEvent(toast, new MouseEvent('pointerdown', { bubbles: true, clientX: 200 }));
    fireEvent(toast, new MouseEvent('pointerup', { bubbles: true, clientX: 200 + pixels }));
    expect(screen.queryByText('Swipe me') !== null).toBe(isThere);
  });

  it('takes the focus on F8', async () => {
    await open({ title: 'Here' });
    fireEvent.keyDown(window, { key: 'F8' });
    expect(screen.getByRole('status')).toHaveFocus();
  });

  it('gives the focus back to where it was when it goes', async () => {
    await open({ title: 'Deleted', action: { label: 'Undo', run: () => undefined } });
    const before = document.body.appendChild(document.createElement('button'));
    before.focus();
    fireEvent.keyDown(window, { key: 'F8' });
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(before).toHaveFocus();
    before.remove();
  });

  it('runs its action and goes', async () => {
    const run = jest.fn();
    await open({ title: 'Deleted', action: { label: 'Undo', run } });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Deleted')).not.toBeInTheDocument();
  });
});

it('a question stays until its user has chosen', async () => {
  const [leave, anyway] = [jest.fn(), jest.fn()];
  await open({
    description: 'Tom moved it',
    otherAction: { label: 'Leave it', run: leave },
    action: { label: 'Move it', run: anyway },
  });
  await pass(60_000);
  fireEvent.click(screen.getByRole('button', { name: 'Leave it' }));
  expect([leave.mock.calls.length, anyway.mock.calls.length, getToast()]).toEqual([1, 0, null]);
});

it('a toast that is gone cannot take a later one along', () => {
  render(
    <I18nProvider>
      <ToastViewport toast={{ id: -1, title: 'Old' }} />
    </I18nProvider>,
  );
  act(() => showToast({ title: 'New' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(getToast()?.title).toBe('New');
});
