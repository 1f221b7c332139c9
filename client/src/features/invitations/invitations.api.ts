import type {
  AcceptedInvitation,
  Invitation,
  InvitationInput,
  InvitationPreview,
  NewInvitation,
} from '@livelane/shared/invitations/invitation.schema';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api';

const openOf = (workspaceId: string) => `/workspaces/${workspaceId}/invitations`;

/** GET /workspaces/{id}/invitations: the open ones. */
export const invitationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['invitations', workspaceId],
    queryFn: ({ signal }) => api.get<Invitation[]>(openOf(workspaceId), { signal }),
  });

function useInvitationMutation<Input, Answer>(
  workspaceId: string,
  mutationFn: (input: Input) => Promise<Answer>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    // Also after a refusal: the invitation may be gone.
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery(workspaceId).queryKey }),
  });
}

export const useInvite = (workspaceId: string) =>
  useInvitationMutation(workspaceId, (input: InvitationInput) =>
    api.post<NewInvitation>(openOf(workspaceId), input),
  );

export const useRevokeInvitation = (workspaceId: string) =>
  useInvitationMutation(workspaceId, (id: string) => api.delete<void>(`${openOf(workspaceId)}/${id}`));

/** GET /invitations/{secret}, for readers who may not be signed in. @throws ApiError, NetworkError */
export const previewInvitation = (secret: string, signal: AbortSignal) =>
  api.get<InvitationPreview>(`/invitations/${encodeURIComponent(secret)}`, { signal });

/** POST /invitations/{secret}/accept. @throws ApiError, NetworkError */
export const acceptInvitation = (secret: string) =>
  api.post<AcceptedInvitation>(`/invitations/${encodeURIComponent(secret)}/accept`);
