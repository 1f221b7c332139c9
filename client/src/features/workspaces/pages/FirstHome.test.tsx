/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { screen, waitFor, within } from '@testing-library/react';
import { ids, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';
import { paste } from '#test/paste';

// jsdom scrolls nothing.
Element.prototype.scrollTo = () => undefined;

afterEach(closeApp);

const home: PersonalBoard = {
  columns: taskStates.map((state) => ({ id: state, state, tasks: [] })),
  cursors: {},
  projects: [],
  people: [],
};

const LINK = 'https://example.org/invitation#abc';

/** Ada is in one workspace, and has no project yet. */
const inWorkspaceAs = (role: WorkspaceRole) =>
  openApp(
    new StubNetwork({
      'GET /healthz': { body: {} },
      'GET /kanban/personal': { body: home },
      'GET /workspaces/user': {
        body: [{ id: ids.workspace, name: 'Analytical Society', description: 'Engines', role, projects: [] }],
      },
      [`POST /workspaces/${ids.workspace}/invitations`]: {
        status: 201,
        body: { id: ids.sibling, url: LINK, expiresAt: '2026-02-03T04:05:06.000Z' },
      },
      'POST /projects': {
        status: 201,
        body: {
          id: ids.project,
          name: 'Engine',
          description: 'Brass',
          workspaceId: ids.workspace,
          role: 'owner',
        },
      },
    }),
    '/',
  );

/** Fills in the step of the project. @returns the steps of which it is one */
async function createProject({ user }: Awaited<ReturnType<typeof inWorkspaceAs>>): Promise<string[]> {
  await paste(user, await screen.findByLabelText('Name'), 'Engine');
  const steps = within(screen.getByLabelText('First steps'));
  const names = ['Workspace', 'Project', 'People'].filter((name) => steps.queryByText(name));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  return names;
}

test('a plain member of a workspace, who may not invite anyone, goes from the project to its board', async () => {
  expect(await createProject(await inWorkspaceAs('member'))).toEqual(['Workspace', 'Project']);
  await waitFor(() => expect(place()).toBe(`/project/${ids.project}`));
});

test('whoever may invite people is asked to', async () => {
  expect(await createProject(await inWorkspaceAs('maintainer'))).toEqual(['Workspace', 'Project', 'People']);
  const invite = within(await screen.findByRole('form', { name: 'Invite people' }));
  expect(invite.getByLabelText('Email (optional)')).toHaveFocus();
  expect(place()).toBe('/');
});

test('the keyboard is where the next step begins: at the link, once it is made', async () => {
  const opened = await inWorkspaceAs('maintainer');
  await createProject(opened);
  await opened.user.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByDisplayValue(LINK)).toHaveFocus();
});
