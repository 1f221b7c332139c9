import * as z from 'zod/mini';
import { uuidSchema } from '../values/uuid';

/** A place in a list, as its page before has told it. */
const placeSchema = z.string().check(z.maxLength(100, 'invalid_value'));
/** A moment, or a day in UTC: as an end, the whole of it. */
const momentSchema = z.union([z.iso.datetime('input_invalid_time'), z.iso.date('input_invalid_time')]);

/** Query of GET /admin/users. */
export const adminUsersQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(254, 'invalid_value'))),
  before: z.optional(placeSchema),
});

/** Query of GET /admin/workspaces: only those without an active owner are told. */
export const adminWorkspacesQuerySchema = z.object({
  ownerless: z.optional(z.literal('true')),
  before: z.optional(uuidSchema),
});

/** Query of GET /admin/audit and /admin/audit.csv. */
export const auditQuerySchema = z.object({
  event: z.optional(z.string().check(z.maxLength(50, 'invalid_value'))),
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

/** An account as administrators see it; times are ISO 8601 in UTC. */
export interface AdminUser {
  id: string;
  firstName: string;
  surname: string;
  email: string;
  createdAt: string;
  /** When a session of theirs was used last; null when they have none. */
  lastSeenAt: string | null;
  isDeactivated: boolean;
  isAdmin: boolean;
}

/** A workspace that nobody owns who can sign in. */
export interface OwnerlessWorkspace {
  id: string;
  name: string;
  /** Those who may be made its owner. */
  members: Array<{ id: string; firstName: string; surname: string }>;
}

export interface SystemState {
  /** Of the node that answers. */
  version: string;
  /** The nodes that live on the database; `seenAt` is when they last said so. */
  nodes: Array<{ id: string; version: string; seenAt: string }>;
  storageBytes: number;
  /** Lines of the log of all boards. */
  ops: number;
  /** Mails that wait, and those among them that were tried in vain. */
  mail: { queued: number; failing: number };
}

export interface AuditItem {
  id: string;
  at: string;
  event: string;
  actorId: string | null;
  userId: string | null;
  /** Network address. */
  address: string | null;
  /** What else the event tells. */
  details: Record<string, unknown>;
}
