import * as z from 'zod/mini';
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../http/limits';
import { allowedCharacters, requiredText } from '../values/text';
import { uuidSchema } from '../values/uuid';

/** Trimmed and lower-cased: the same account in any letter case (SPEC.md#rest). */
export const emailSchema = z.string('input_required_email').check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, 'input_required_email'),
  z.maxLength(EMAIL_MAX, 'input_max_email'),
  z.refine((email) => email === '' || z.email().safeParse(email).success, 'input_invalid_email'),
);

/**
 * A new password: 6 to 128 characters, hashed exactly as typed. All halves of characters would be one password: UTF-8
 * cannot encode them.
 */
export const newPasswordSchema = z
  .string('input_required_password')
  .check(
    z.minLength(1, 'input_required_password'),
    z.minLength(PASSWORD_MIN, 'input_min_password'),
    z.maxLength(PASSWORD_MAX, 'input_max_password'),
    allowedCharacters,
  );

export const firstNameSchema = requiredText({
  max: NAME_MAX,
  required: 'input_required_first_name',
  tooLong: 'input_max_name',
});
export const surnameSchema = requiredText({
  max: NAME_MAX,
  required: 'input_required_surname',
  tooLong: 'input_max_name',
});

/** The signed-in user's own record; no other user's email is ever sent. */
export const userSchema = z.object({
  id: uuidSchema,
  firstName: z.string(),
  surname: z.string(),
  email: z.string(),
  /** Whether they may call the administration. */
  isAdmin: z.boolean(),
  /** False for those who sign in through a provider only. */
  hasPassword: z.boolean(),
  /** The new address that awaits confirmation. */
  pendingEmail: z.nullable(z.string()),
});
export type User = z.infer<typeof userSchema>;

/** Another user as everyone may see them. */
export const publicUserSchema = z.object({ id: uuidSchema, firstName: z.string(), surname: z.string() });
export type PublicUser = z.infer<typeof publicUserSchema>;

/** What users change about themselves. */
export const updateUserSchema = z.object({
  firstName: firstNameSchema,
  surname: surnameSchema,
  email: emailSchema,
});
export type UpdateUserInput = z.input<typeof updateUserSchema>;

/** Body of PUT /users/{id}/password. */
export const changePasswordSchema = z
  .object({
    oldPassword: z
      .string('input_required_old_password')
      .check(z.minLength(1, 'input_required_old_password'), z.maxLength(PASSWORD_MAX, 'input_max_password')),
    newPassword: z
      .string('input_required_new_password')
      .check(
        z.minLength(1, 'input_required_new_password'),
        z.minLength(PASSWORD_MIN, 'input_min_password'),
        z.maxLength(PASSWORD_MAX, 'input_max_password'),
        allowedCharacters,
      ),
    newPasswordConfirm: z
      .string('input_required_new_password_confirm')
      .check(
        z.minLength(1, 'input_required_new_password_confirm'),
        z.minLength(PASSWORD_MIN, 'input_min_password'),
        z.maxLength(PASSWORD_MAX, 'input_max_password'),
      ),
  })
  .check(
    z.refine((body) => body.newPassword === body.newPasswordConfirm, {
      path: ['newPasswordConfirm'],
      error: 'input_passwords_match',
    }),
  );
export type ChangePasswordInput = z.input<typeof changePasswordSchema>;
