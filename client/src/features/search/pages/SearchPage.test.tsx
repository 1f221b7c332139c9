/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor } from '@testing-library/react';
import { StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

// jsdom scrolls nothing.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(closeApp);

const open = (path: string) => openApp(new StubNetwork({ 'GET /workspaces/user': { body: [] } }), path);
const field = () => screen.findByRole('searchbox', { name: 'Search tasks' });

it('follows the address: what the palette shows all of, and the way back', async () => {
  const { user, network } = await open('/search?q=login');
  expect(await field()).toHaveValue('login');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search and commands' }), 'invoice');
  await user.click(await screen.findByRole('option', { name: 'Show everything found for “invoice”' }));
  await waitFor(async () => expect(await field()).toHaveValue('invoice'));
  await waitFor(() => expect(network.made()).toContain('GET /search?q=invoice'));
  expect(place()).toBe('/search?q=invoice');
  act(() => window.history.back());
  await waitFor(async () => expect(await field()).toHaveValue('login'));
});

it('puts what is typed into the address, and keeps what is typed meanwhile', async () => {
  const { user } = await open('/search?q=log');
  await user.type(await field(), 'in ');
  await waitFor(() => expect(place()).toBe('/search?q=login'));
  expect(await field()).toHaveValue('login ');
  await user.type(await field(), 'now');
  await waitFor(() => expect(place()).toBe('/search?q=login+now'));
  await user.clear(await field());
  await waitFor(() => expect(place()).toBe('/search'));
  expect(await field()).toHaveValue('');
});
