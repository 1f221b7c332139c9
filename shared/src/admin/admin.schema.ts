import * as z from 'zod/mini';
import { allowedCharacters } from '../values/text';
import { uuidSchema } from '../values/uuid';

/** A place in a list, from the previous page. */
const placeSchema = z.string().check(z.maxLength(100, 'invalid_value'));
/** A moment, or a day in UTC: as an end it includes the whole day. */
const momentSchema = z.union([z.iso.datetime('input_invalid_time'), z.iso.date('input_invalid_time')]);

/** Query of GET /admin/users. */
export const adminUsersQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(254, 'invalid_value'), allowedCharacters)),
  before: z.optional(placeSchema),
});

/** Query of GET /admin/workspaces: only those without an active owner are listed. */
export const adminWorkspacesQuerySchema = z.object({
  ownerless: z.optional(z.literal('true')),
  before: z.optional(uuidSchema),
});

/** Query of GET /admin/audit and /admin/audit.csv. */
export const auditQuerySchema = z.object({
  event: z.optional(z.string().check(z.maxLength(50, 'invalid_value'), allowedCharacters)),
  /** Who did it, or to whom it was done. */
  userId: z.optional(uuidSchema),
  from: z.optional(momentSchema),
  to: z.optional(momentSchema),
  before: z.optional(placeSchema),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

/** Body of POST /admin/workspaces/{id}/owner. */
export const giveOwnerSchema = z.object({ userId: uuidSchema });

/** A page of a list; `next` is the `before` of the one after it. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
}
export const pageSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) });

/** An account as administrators see it; times are ISO 8601 in UTC. */
export const adminUserSchema = z.object({
  id: uuidSchema,
  firstName: z.string(),
  surname: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** When a session of theirs was used last; null when they have none. */
  lastSeenAt: z.nullable(z.string()),
  isDeactivated: z.boolean(),
  isAdmin: z.boolean(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

/** A workspace without an owner who can sign in. */
export const ownerlessWorkspaceSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  /** Members who can be made its owner. */
  members: z.array(z.object({ id: uuidSchema, firstName: z.string(), surname: z.string() })),
});
export type OwnerlessWorkspace = z.infer<typeof ownerlessWorkspaceSchema>;

export const systemStateSchema = z.object({
  /** Version of the answering node. */
  version: z.string(),
  /** The nodes that live on the database; `seenAt` is the last heartbeat. */
  nodes: z.array(z.object({ id: z.string(), version: z.string(), seenAt: z.string() })),
  storageBytes: z.number(),
  /** Ops of all boards. */
  ops: z.number(),
  /** Mails that wait, and those among them that have failed so far. */
  mail: z.object({ queued: z.number(), failing: z.number() }),
});
export type SystemState = z.infer<typeof systemStateSchema>;

export const auditItemSchema = z.object({
  id: z.string(),
  at: z.string(),
  event: z.string(),
  actorId: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  /** Network address. */
  address: z.nullable(z.string()),
  /** Everything else about the event. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditItem = z.infer<typeof auditItemSchema>;
