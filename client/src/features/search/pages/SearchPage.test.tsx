/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor } from '@testing-library/react';
import { deleteDB } from 'idb';
import { PROJECT, snapshot, withColumnName, withSnapshot } from '#board-sync/board.fixture';
import { keepBoard } from '#board-sync/board.storage';
import { type BoardState, noBoards, projectBoard } from '#board-sync/board.types';
import { STORED_BOARDS_DATABASE } from '#lib/session';
import { StubNetwork, session } from '#test/network';
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

it('leaves the focus in the bar when a filter is removed', async () => {
  const { user } = await open('/search?q=login&priority=HIGH&dueTo=2026-05-01');
  await field();
  for (const name of ['Priority', 'Due until']) {
    await user.click(screen.getByRole('button', { name: `Clear filter: ${name}` }));
    await waitFor(() => expect(screen.queryByRole('button', { name: `Clear filter: ${name}` })).toBeNull());
    expect(screen.getByRole('group', { name: 'Filters' })).toContainElement(
      document.activeElement as HTMLElement,
    );
  }
  expect(screen.getByRole('search')).toContainElement(await field());
});

it('SPEC.md#labels: a label that does not exist leaves the filter, and nothing else does', async () => {
  const labels = [{ id: 'bug', workspaceId: 'w1', name: 'Bug', colour: 'red' }];
  const network = new StubNetwork({
    'GET /workspaces/user': { body: [{ id: 'w1', name: 'Press', projects: [] }] },
    'GET /workspaces/w1/labels': { body: labels },
  });
  await openApp(network, '/search?q=login&label=deleted,bug&state=READY');
  await waitFor(() => expect(place()).toBe('/search?q=login&label=bug&state=READY'));
  expect(screen.getByRole('combobox', { name: 'Labels' })).toHaveTextContent('Bug');
});

it('calls columns as their project does, if its board is on this device', async () => {
  const renamed = withColumnName(snapshot(1, []), 'REVIEW', 'Proofreading');
  const board = projectBoard(withSnapshot(noBoards, renamed), PROJECT) as BoardState;
  // The previous session's end also deletes stored data, but at any time.
  await deleteDB(STORED_BOARDS_DATABASE);
  await keepBoard(session.user.id, board, 1);
  const projects = [
    { id: PROJECT, name: 'Shop' },
    { id: 'elsewhere', name: 'Elsewhere' },
  ];
  const items = projects.map(({ id, name }) => ({
    taskId: `of ${id}`,
    projectId: id,
    projectName: name,
    title: 'Read the proofs',
    state: 'REVIEW',
    matches: [],
  }));
  const answer = { body: { items, next: null } };
  const network = new StubNetwork({
    'GET /workspaces/user': { body: [{ id: 'w1', name: 'Press', projects }] },
    'GET /search?q=proofs': answer,
    [`GET /search?q=proofs&projectId=${PROJECT}`]: answer,
  });
  const { user } = await openApp(network, '/search?q=proofs');
  expect(await screen.findByText('Proofreading')).toBeVisible();
  expect(screen.getByText('Review')).toBeVisible();
  const columns = async () => {
    await user.click(screen.getByRole('combobox', { name: 'Column' }));
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    return names;
  };
  // A filter over projects that differ has the standard name.
  expect(await columns()).toContain('Review');
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  await user.click(await screen.findByRole('option', { name: 'Shop' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  expect(await columns()).toContain('Proofreading');
});
