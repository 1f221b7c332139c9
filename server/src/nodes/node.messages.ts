import { notificationSchema } from '@livelane/shared/notifications/notification.schema';
import { presenceModes, staleEntities } from '@livelane/shared/realtime/messages.schema';
import * as z from 'zod/mini';

const presentUserSchema = z.object({
  userId: z.string(),
  firstName: z.string(),
  surname: z.string(),
  mode: z.enum(presenceModes),
  taskId: z.optional(z.string()),
});

const boardPresenceSchema = z.object({ projectId: z.string(), users: z.array(presentUserSchema) });

const scopeSchema = z.enum(['workspace', 'project']);

/**
 * How nodes notify each other. Messages may get lost: they only refer to boards and sessions, whose state is
 * read from the database, which a node without messages polls.
 */
export const nodeMessageSchema = z.discriminatedUnion('kind', [
  /** The log of a project has reached a version. */
  z.object({ kind: z.literal('board'), projectId: z.string(), v: z.number() }),
  /** A member of a project has been removed with the op of that version. */
  z.object({ kind: z.literal('removed'), projectId: z.string(), userId: z.string(), v: z.number() }),
  /** Some sessions have ended. */
  z.object({ kind: z.literal('sessions') }),
  z.object({
    kind: z.literal('accessChanged'),
    userId: z.string(),
    message: z.object({ scope: scopeSchema, id: z.string(), roleId: z.string() }),
  }),
  z.object({
    kind: z.literal('accessRevoked'),
    userId: z.string(),
    message: z.object({ scope: scopeSchema, id: z.string() }),
  }),
  z.object({
    kind: z.literal('boardSeen'),
    userId: z.string(),
    message: z.object({ projectId: z.string(), seenV: z.number() }),
  }),
  z.object({
    kind: z.literal('entityStale'),
    userIds: z.array(z.string()),
    message: z.object({
      entity: z.enum(staleEntities),
      id: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('notificationNew'),
    userId: z.string(),
    message: z.object({ notification: notificationSchema, unread: z.number() }),
  }),
  z.object({
    kind: z.literal('notificationRead'),
    userId: z.string(),
    message: z.object({
      ids: z.optional(z.array(z.string())),
      all: z.optional(z.literal(true)),
      unread: z.number(),
    }),
  }),
  /** Everyone whose window on this board is connected to the node. Messages about presence are numbered. */
  z.object({ kind: z.literal('presence'), n: z.number(), board: boardPresenceSchema }),
  /** The same for every board. */
  z.object({ kind: z.literal('presenceAll'), n: z.number(), boards: z.array(boardPresenceSchema) }),
  /** The node's messages about presence up to that number still hold. */
  z.object({ kind: z.literal('presenceAlive'), n: z.number() }),
  /** A new node, or one that has missed a message, asks for everybody's presence. */
  z.object({ kind: z.literal('presenceWanted') }),
]);
export type NodeMessage = z.infer<typeof nodeMessageSchema>;
