/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { Invitation } from '@livelane/shared/invitations/invitation.schema';
import { screen, waitFor } from '@testing-library/react';
import { scopes, server } from '#features/members/members.fixture';
import { ids, refusal } from '#test/network';
import { closeApp, openApp } from '#test/open';

afterEach(closeApp);

const list = `/workspaces/${ids.workspace}/invitations`;
const invitation: Invitation = {
  id: ids.sibling,
  roleId: 'member',
  email: 'cleo@example.org',
  projectId: null,
  projectRoleId: null,
  invitedBy: ids.ada,
  uses: 0,
  maxUses: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2026-01-09T03:04:05.000Z',
};

it('an invitation that has been used or withdrawn meanwhile leaves the list, and why is told', async () => {
  const network = server('workspace', 'owner', 'member', {
    [`GET ${list}`]: { body: [invitation] },
    [`DELETE ${list}/${invitation.id}`]: refusal(404, 'Not found'),
  });
  const { user } = await openApp(network, scopes.workspace.page);
  const button = await screen.findByRole('button', { name: 'Revoke: For cleo@example.org' });
  network.answer({ [`GET ${list}`]: { body: [] } });
  await user.click(button);
  await waitFor(() => expect(button).not.toBeInTheDocument());
  expect(screen.getByRole('alert')).toHaveTextContent('Not found');
});
