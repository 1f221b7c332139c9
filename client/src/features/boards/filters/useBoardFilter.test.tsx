/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import type { BoardFilter } from './board.filter';
import { useBoardFilter } from './useBoardFilter';

let change: (part: Partial<BoardFilter>) => void;

function Probe() {
  const [filter, set] = useBoardFilter();
  change = set;
  return <output>{JSON.stringify(filter)}</output>;
}

const shown = (): BoardFilter => JSON.parse(screen.getByRole('status').textContent ?? '');

test('specification section 5, Board filters: changes before the page has followed the one before do not take it back', () => {
  window.history.replaceState(null, '', '/?projects=one&other=kept');
  render(<Probe />, { wrapper: BrowserRouter });
  act(() => {
    change({ title: 'logo' });
    change({ projectIds: [] });
    change({ workspaceId: 'two' });
  });
  expect(shown()).toMatchObject({ title: 'logo', projectIds: [], workspaceId: 'two' });
  expect(window.location.search).toBe('?other=kept&title=logo&workspace=two');
});
