/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { Invitation } from '@livelane/shared/invitations/invitation.schema';
import { uuid } from '@livelane/shared/values/uuid.fixture';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { I18nProvider } from '#i18n/I18nProvider';
import { setSession } from '#lib/session';
import { keepsFocus } from '#test/keepsFocus';
import { ids, StubNetwork, session } from '#test/network';
import { OpenInvitations } from './OpenInvitations';

const PATH = `/workspaces/${ids.workspace}/invitations`;
const invitation = (n: number, email: string): Invitation => ({
  id: uuid(n),
  roleId: 'member',
  email,
  projectId: null,
  projectRoleId: null,
  invitedBy: ids.ada,
  uses: 0,
  maxUses: 1,
  createdAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2026-03-08T10:00:00.000Z',
});

afterEach(() => setSession(null));

it('keeps the focus on its button while an invitation is withdrawn, and after a refusal', async () => {
  setSession(session);
  const network = new StubNetwork({
    [`GET ${PATH}`]: { body: [invitation(1, 'bob@example.org'), invitation(2, 'cy@example.org')] },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider>
        <OpenInvitations workspaceId={ids.workspace} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: /bob@example\.org/ });
  await keepsFocus(network, `DELETE ${PATH}/${uuid(1)}`, button);
});
