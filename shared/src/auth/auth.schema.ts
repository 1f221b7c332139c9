import * as z from 'zod/mini';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../http/limits';
import {
  emailSchema,
  firstNameSchema,
  newPasswordSchema,
  surnameSchema,
  userSchema,
} from '../users/user.schema';
import { languageTags } from '../values/languages';

/** The secret of a link. Anything is accepted: a malformed one is answered like an unknown one. */
export const secretSchema = z.catch(z.string(), '');

export const passwordConfirmSchema = z
  .string('input_required_password_confirm')
  .check(
    z.minLength(1, 'input_required_password_confirm'),
    z.minLength(PASSWORD_MIN, 'input_min_password'),
    z.maxLength(PASSWORD_MAX, 'input_max_password'),
  );

export const passwordsMatch = z.refine<{ password: string; password_confirm: string }>(
  (body) => body.password === body.password_confirm,
  { path: ['password_confirm'], error: 'input_passwords_match' },
);

/** Body of POST /auth/register. */
export const registerSchema = z
  .object({
    firstName: firstNameSchema,
    surname: surnameSchema,
    email: emailSchema,
    password: newPasswordSchema,
    /** The secret of an invitation's link: account and membership come together, or neither. */
    invitation: z.nullish(secretSchema),
    password_confirm: passwordConfirmSchema,
  })
  .check(passwordsMatch);
export type RegisterInput = z.input<typeof registerSchema>;

/** Body of POST /auth/login: any text is tried, so that no answer reveals the form of a valid password. */
export const loginSchema = z.object({
  email: z
    .string('input_required_email')
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, 'input_required_email'),
      z.maxLength(EMAIL_MAX, 'input_max_email'),
    ),
  password: z
    .string('input_required_password')
    .check(z.minLength(1, 'input_required_password'), z.maxLength(PASSWORD_MAX, 'input_max_password')),
});
export type LoginInput = z.input<typeof loginSchema>;

/** Answer of login and refresh. The token is a JWT of 15 minutes, kept in memory only (SPEC.md#accounts). */
export const sessionSchema = z.object({
  token: z.string(),
  user: userSchema,
  /** Of login: the account's language, once a browser has reported one. */
  language: z.optional(z.enum(languageTags)),
});
export type Session = z.infer<typeof sessionSchema>;
