/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router-dom';
import { Page } from './Page';

let navigate: NavigateFunction;
const go = (to: string | number) => act(async () => void navigate(to as string));

function Pages() {
  navigate = useNavigate();
  return (
    <>
      <header>
        <Link to="/list">List</Link>
      </header>
      <Routes>
        <Route path="/list" element={<Page key="list">Many lines</Page>} />
        <Route
          path="/form"
          element={
            <Page key="form">
              {/* biome-ignore lint/a11y/noAutofocus: as the page of a search has it */}
              <input aria-label="Name" autoFocus />
            </Page>
          }
        />
      </Routes>
    </>
  );
}

function open(first: string): void {
  render(
    <MemoryRouter initialEntries={[first]}>
      <Pages />
    </MemoryRouter>,
  );
}

const main = () => screen.getByRole('main');

test('Back shows the place that was left, a new page its top', async () => {
  open('/list');
  main().scrollTop = 400;
  main().dispatchEvent(new Event('scroll'));
  await go('/form');
  await go('/list');
  expect(main().scrollTop).toBe(0);
  await go(-2);
  expect(main().scrollTop).toBe(400);
});

test('keys scroll a page without a click: it has the focus, unless something in it has', async () => {
  open('/form');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  screen.getByRole('link').focus();
  await go('/list');
  expect(document.activeElement).toBe(main());
});
