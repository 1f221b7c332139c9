/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type Answer, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

// jsdom scrolls nothing.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(closeApp);

/** An answer that comes when the test says so. */
function later() {
  let come: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  return { answer: () => answer, come: (body: unknown) => come({ body }) };
}

const ALL = 'Show everything found for “invoice”';
const found = { taskId: 't1', projectId: 'p1', projectName: 'Shop', title: 'Pay the invoice' };
const workspace = { id: 'w1', name: 'Press', projects: [{ id: 'p2', name: 'Invoices' }] };

/** The palette with `invoice` typed, while nothing has been answered. */
async function open() {
  const [workspaces, search] = [later(), later()];
  const network = new StubNetwork({
    'GET /workspaces/user': workspaces.answer,
    'GET /search?q=invoice&limit=8': search.answer,
  });
  const { user } = await openApp(network, '/user');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and commands' }), 'invoice');
  await waitFor(() => expect(network.made('GET /search')).toHaveLength(1));
  return { user, workspaces, search };
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('isolates titles and names, which may run in the other direction', async () => {
  const { search } = await open();
  search.come({ items: [found], next: null });
  for (const text of [found.title, found.projectName])
    expect(await screen.findByText(text, { selector: 'bdi' })).toBeVisible();
});

it('stays at the second click of a double click that opened it, and closes at another one outside', async () => {
  await open();
  const outside = document.querySelector('.MuiDialog-container') as HTMLElement;
  const click = (detail: number) => {
    fireEvent.mouseDown(outside, { detail });
    fireEvent.click(outside, { detail });
  };
  click(2);
  expect(screen.getByRole('combobox', { name: 'Search and commands' })).toBeVisible();
  click(1);
  expect(screen.queryByRole('combobox', { name: 'Search and commands' })).toBeNull();
});

it('keeps the choice when projects and what was found come', async () => {
  const { user, workspaces, search } = await open();
  await user.keyboard('{ArrowUp}');
  search.come({ items: [found], next: null });
  await screen.findByRole('option', { name: /^Pay the invoice/ });
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent(ALL);
  workspaces.come([workspace]);
  await screen.findByRole('option', { name: /^Invoices/ });
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent(ALL);
  await user.keyboard('{Enter}');
  expect(place()).toBe('/search?q=invoice');
});

it('moves nothing under a pointer when what was found comes, and chooses the best of it', async () => {
  const { user, search } = await open();
  expect(options()).toEqual([ALL]);
  search.come({ items: [found], next: null });
  await screen.findByRole('option', { name: /^Pay the invoice/, selected: true });
  expect(options()).toEqual([ALL, 'Pay the invoiceShop']);
  await user.keyboard('{Enter}');
  expect(place()).toBe('/project/p1?task=t1');
});
