import * as z from 'zod/mini';
import type { OpsPage, PersonalBoard } from '../boards/board.schema';
import { visibleOpSchema } from '../boards/op.schema';
import type { ErrorCode } from '../http/error.codes';
import { projectRoles } from '../permissions/roles';
import { uuidSchema } from '../values/uuid';

/** Payloads of the live protocol (SPEC.md#push). */

export const subscribeSchema = z.object({
  projectId: uuidSchema,
  epoch: z.optional(uuidSchema),
  sinceV: z.optional(z.int().check(z.minimum(0))),
});
export type SubscribeRequest = z.infer<typeof subscribeSchema>;

const subscribeAnswerSchema = z.object({
  ok: z.literal(true),
  role: z.enum(projectRoles),
  epoch: uuidSchema,
  v: z.number(),
  /** `current`: nothing missed; `delta`: apply `ops`; `refetch`: read the board by REST. */
  mode: z.enum(['current', 'delta', 'refetch']),
  ops: z.optional(z.array(visibleOpSchema)),
});
export interface Refusal {
  ok: false;
  code: ErrorCode;
}
export type Ack = { ok: true } | Refusal;
export type Subscribed = z.infer<typeof subscribeAnswerSchema>;
export type SubscribeAnswer = Subscribed | Refusal;

/** Boards that one message may subscribe to, each once. */
const MAX_SUBSCRIBED_AT_ONCE = 200;
export const subscribeManySchema = z.object({
  boards: z.array(subscribeSchema).check(
    z.minLength(1),
    z.maxLength(MAX_SUBSCRIBED_AT_ONCE),
    z.refine((boards) => new Set(boards.map(({ projectId }) => projectId)).size === boards.length),
  ),
});
export type SubscribeManyRequest = z.infer<typeof subscribeManySchema>;
/** In the order of the request; without ops: a board with newer ops is answered `refetch`. */
export type SubscribeManyAnswer = { ok: true; answers: SubscribeAnswer[] } | Refusal;

export const unsubscribeSchema = z.object({ projectId: uuidSchema });
export type UnsubscribeRequest = z.infer<typeof unsubscribeSchema>;

export const presenceModes = ['viewing', 'editing', 'commenting', 'dragging'] as const;
export const presenceSchema = z.object({
  projectId: uuidSchema,
  taskId: z.optional(uuidSchema),
  mode: z.enum(presenceModes),
});
export type PresenceRequest = z.infer<typeof presenceSchema>;

export const renewSchema = z.object({ token: z.string() });
export type RenewRequest = z.infer<typeof renewSchema>;

export interface BoardOps extends OpsPage {
  projectId: string;
}

/**
 * The effect of versions `from` to `to` of a project on the cards of someone's personal board (R34); versions without
 * an op have none.
 */
export interface PersonalOps extends BoardOps {
  /** The `columnPosition` of each card whose place has changed. */
  places: Record<string, number>;
}
/** The version of each project when its first op was pushed. */
export type PersonalSubscribeAnswer = { ok: true; cursors: PersonalBoard['cursors'] } | Refusal;

export interface BoardHead {
  projectId: string;
  v: number;
  /** See `boardHash`. */
  hash: string;
}
export interface BoardReset {
  projectId: string;
  reason: 'epoch' | 'gap' | 'error';
}
export interface AccessChanged {
  scope: 'workspace' | 'project';
  id: string;
  roleId: string;
}
export interface AccessRevoked {
  scope: 'workspace' | 'project';
  id: string;
}
export const staleEntities = [
  'workspace',
  'project',
  'workspaceUsers',
  'projectUsers',
  'user',
  'workspaceLabels',
  'views',
] as const;
export interface EntityStale {
  entity: (typeof staleEntities)[number];
  id: string;
}
export interface PresentUser {
  userId: string;
  firstName: string;
  surname: string;
  mode: (typeof presenceModes)[number];
  taskId?: string | undefined;
}
export interface PresenceState {
  projectId: string;
  users: PresentUser[];
}
export interface SessionEnded {
  reason: 'logout' | 'revoked' | 'password_changed' | 'reuse_detected' | 'token_expired' | 'account_closed';
}
export interface BoardSeen {
  projectId: string;
  /** The version up to which this person has seen the board; never falls. */
  seenV: number;
}
export interface ServerHello {
  /** The server's protocol number. */
  protocol: number;
}
export interface ServerDrain {
  reconnectInMs: number;
}
