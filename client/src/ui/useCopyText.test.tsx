/** @jest-environment jsdom */
import { renderHook, waitFor } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
import { getToast } from '#ui/toast/toast.store';
import { useCopyText } from './useCopyText';

const hook = () => renderHook(useCopyText, { wrapper: I18nProvider }).result.current;

/** A page's clipboard; jsdom has none. */
function setClipboard(clipboard: Pick<Clipboard, 'writeText'> | undefined): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
}

it('copies, and tells when the browser refuses', async () => {
  const writeText = jest
    .fn()
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  setClipboard({ writeText });
  const onCopied = jest.fn();
  hook()?.('First', onCopied);
  await waitFor(() => expect(onCopied).toHaveBeenCalledTimes(1));
  expect(getToast()).toBe(null);
  hook()?.('Second', onCopied);
  await waitFor(() => expect(getToast()?.title).toBe('Not copied: your browser did not allow it'));
  expect(onCopied).toHaveBeenCalledTimes(1);
  expect(writeText.mock.calls).toEqual([['First'], ['Second']]);
});

it('offers nothing where the page may not write to the clipboard', () => {
  setClipboard(undefined);
  expect(hook()).toBe(undefined);
});
