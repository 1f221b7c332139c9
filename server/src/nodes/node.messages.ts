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

/**
 * How nodes notify each other. Messages may get lost: the state of the boards and sessions that they are about is in
 * the database, which a node without messages polls.
 */
export const nodeMessageSchema = z.discriminatedUnion('kind', [
  /** The log of a project has reached a version. */
  z.object({ kind: z.literal('board'), projectId: z.string(), v: z.number() }),
  /** R33: the rows of these ops of a project are written. */
  z.object({ kind: z.literal('rows'), projectId: z.string(), versions: z.array(z.number()) }),
  /** R33: a node has changes for a board that other nodes write to, too. */
  z.object({ kind: z.literal('turnWanted'), projectId: z.string() }),
  /** R33: a node has committed what it had; the next one may go on. */
  z.object({
    kind: z.literal('turnEnded'),
    projectId: z.string(),
    /** Versions of the first and last op, and a JSON array of all, unless that is long. */
    ops: z.optional(z.object({ from: z.number(), to: z.number(), json: z.optional(z.string()) })),
    /** It has more already. */
    wantsNext: z.boolean(),
    /** The node whose turn this one did not wait for any longer. */
    skipped: z.optional(z.string()),
  }),
  /** A member of a project has been removed with the op of that version. */
  z.object({ kind: z.literal('removed'), projectId: z.string(), userId: z.string(), v: z.number() }),
  /** Messages of the sender have been lost on their way to the others. */
  z.object({ kind: z.literal('hintsLost') }),
  /** Some sessions have ended. */
  z.object({ kind: z.literal('sessions') }),
  z.object({
    kind: z.literal('accessChanged'),
    userId: z.string(),
    message: z.object({ scope: z.enum(['workspace', 'project']), id: z.string(), roleId: z.string() }),
  }),
  z.object({
    kind: z.literal('accessRevoked'),
    userId: z.string(),
    /** Of a project, the op that removes the right notifies them. */
    message: z.object({ scope: z.literal('workspace'), id: z.string() }),
  }),
  /** A project has been deleted, of which these people were members. */
  z.object({
    kind: z.literal('projectDeleted'),
    userIds: z.array(z.string()),
    message: z.object({ scope: z.literal('project'), id: z.string() }),
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
  /** A new node, or one that has missed a message, asks for everyone's presence. */
  z.object({ kind: z.literal('presenceWanted') }),
]);
export type NodeMessage = z.infer<typeof nodeMessageSchema>;
