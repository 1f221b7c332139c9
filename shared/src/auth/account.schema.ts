import * as z from 'zod/mini';
import { PASSWORD_MAX } from '../http/limits';
import { emailSchema, newPasswordSchema, updateUserSchema } from '../users/user.schema';
import { uuidSchema } from '../values/uuid';
import { passwordConfirmSchema, passwordsMatch, secretSchema } from './auth.schema';

/** A new password, typed twice. */
export const passwordPairSchema = z
  .object({ password: newPasswordSchema, password_confirm: passwordConfirmSchema })
  .check(passwordsMatch);

/** Body of POST /auth/forgot. */
export const forgotPasswordSchema = z.object({ email: emailSchema });

/** Body of POST /auth/reset. */
export const resetPasswordSchema = z.object({ secret: secretSchema, password: newPasswordSchema });

/** Body of POST /auth/confirm. */
export const confirmEmailSchema = z.object({ secret: secretSchema });

/** The ways to sign in and register, for the pages before the sign-in. */
export const authOptionsSchema = z.object({
  registration: z.enum(['open', 'invited']),
  /** Whether mail can be sent: without it no page mentions mails. */
  mail: z.boolean(),
  /** Whether people sign in with a password. */
  passwords: z.boolean(),
  /** The single sign-on provider. */
  oidc: z.nullable(z.object({ name: z.string() })),
});
export type AuthOptions = z.infer<typeof authOptionsSchema>;

/** One sign-in of a user, as they see it themselves; times are ISO 8601 in UTC. */
export const userSessionSchema = z.object({
  id: uuidSchema,
  /** Browser and system in words, such as "Firefox on Linux"; empty if unknown. */
  device: z.string(),
  /** Network address of the sign-in. */
  address: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The caller's own. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSessionSchema>;

/** The effects of deleting an account, besides ending its sessions. */
export const accountDeletionSchema = z.object({
  /** Workspaces that would be left without an owner: they need another one first. */
  lastOwnerOf: z.array(z.object({ id: uuidSchema, name: z.string() })),
  /** Tasks that lose them as an assignee. */
  assignedTasks: z.number(),
});
export type AccountDeletion = z.infer<typeof accountDeletionSchema>;

/**
 * Body of PUT /users/{id}. `base`: what its user saw; a field that is the same there stays as it is by now. With
 * `base.pendingEmail` the user keeps their address: `email` is ignored, and that one is withdrawn if it still waits.
 */
export const updateUserBodySchema = z.extend(updateUserSchema, {
  base: z.optional(z.extend(z.partial(updateUserSchema), { pendingEmail: z.optional(emailSchema) })),
});
export type UpdateUserBody = z.input<typeof updateUserBodySchema>;

/** Body of DELETE /users/{id}: the password, or the email of an account that has none. */
export const deleteAccountSchema = z.object({
  password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX, 'input_max_password'))),
  email: z.optional(emailSchema),
});
export type DeleteAccountInput = z.input<typeof deleteAccountSchema>;
