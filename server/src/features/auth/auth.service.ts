import type { Session } from '@livelane/shared/auth/auth.schema';
import type { User } from '@livelane/shared/users/user.schema';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { SignedIn } from '../../http/route';
import type { PersonSettings } from '../notifications/person-settings';
import { isUsable, type UserPresenter } from '../users/user.presenter';
import type { UserStore } from '../users/user.store';
import type { AccessClaims, AccessTokens } from './access-token';
import type { LoginLimiter } from './login.limiter';
import type { PasswordHasher } from './password.hasher';
import type { IssuedSession, SessionService, SignInPlace } from './session.service';

interface Dependencies {
  users: UserStore;
  sessions: SessionService;
  tokens: AccessTokens;
  hasher: PasswordHasher;
  limiter: LoginLimiter;
  presentUser: UserPresenter;
  settings: Pick<PersonSettings, 'languageOf'>;
  /** Whether the account with this address may be signed in to by password. */
  takesPassword: (email: string) => boolean;
  audit: Audit;
}

/** An account with its password's hash. */
type Account = NonNullable<Awaited<ReturnType<UserStore['findByEmail']>>>;

export interface Login {
  session: Session;
  /** The refresh cookie's value. */
  refreshToken: string;
}

/** Sign-ins (SPEC.md#accounts). */
export class AuthService {
  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `invalid_credentials` (one text for unknown email and wrong password), `too_many_requests`, `busy` */
  async login({ email, password }: { email: string; password: string }, from: SignInPlace): Promise<Login> {
    const { address } = from;
    const user = await this.deps.limiter.attempt(email, address, () => this.knows(email, password));
    const issued = user && (await this.startSession(user, from));
    if (!issued) {
      this.deps.audit({ event: 'login.failed', email, address });
      throw new AppError('invalid_credentials');
    }
    this.deps.audit({ event: 'login.ok', userId: user._id, address });
    const { session, refreshToken } = this.answer(issued, this.deps.presentUser(user));
    const language = await this.deps.settings.languageOf(user._id);
    return { session: { ...session, ...(language && { language }) }, refreshToken };
  }

  /**
   * Null when the password has changed since it was checked, or the account was closed. Checked after the session
   * exists: either the change finds and ends it, or the change was made before this check.
   */
  private async startSession(
    { _id: userId, passwordHash }: Account,
    from: SignInPlace,
  ): Promise<IssuedSession | null> {
    const issued = await this.deps.sessions.start(userId, from);
    const now = await this.deps.users.find(userId);
    if (now && now.passwordHash === passwordHash && isUsable(now)) return issued;
    await this.deps.sessions.end(issued.sessionId, 'password_changed');
    return null;
  }

  /** @throws AppError `invalid_refresh_token` */
  async refresh(refreshToken: string | undefined): Promise<Login> {
    const issued = await this.deps.sessions.rotate(refreshToken);
    const user = await this.deps.users.find(issued.userId);
    if (!user || !isUsable(user)) throw new AppError('invalid_refresh_token');
    return this.answer(issued, this.deps.presentUser(user));
  }

  /** Ends the session of the bearer token or, without one, of the cookie. */
  async logout(bearer: string | undefined, refreshToken: string | undefined): Promise<void> {
    const signedIn = (await this.quietly(bearer)) ?? (await this.deps.sessions.ofCookie(refreshToken));
    if (!signedIn) return;
    const { sessionId, userId } = signedIn;
    await this.deps.sessions.end(sessionId, 'logout');
    this.deps.audit({ event: 'logout', userId, sessionId });
  }

  /**
   * The claims of a token whose session still lives. @throws AppError `unauthenticated`
   * @param onSigned called with the claims of a valid token before the session is looked up
   */
  async authenticate(
    token: string | undefined,
    onSigned: (claims: AccessClaims) => void = () => undefined,
  ): Promise<AccessClaims> {
    if (!token) throw new AppError('unauthenticated');
    const claims = this.deps.tokens.verify(token);
    onSigned(claims);
    const isAlive = await this.deps.sessions.isAlive(claims.sessionId, claims.userId);
    if (!isAlive) throw new AppError('unauthenticated');
    return claims;
  }

  /**
   * The user with this email and password, if they may sign in; the same work whether the email is known or not. For
   * the limits, too, the right password of a closed account is a wrong one.
   */
  private async knows(email: string, password: string): Promise<Account | null> {
    const { hasher, users, takesPassword } = this.deps;
    const known = await hasher.verifyAccount(async () => {
      const account = await users.findByEmail(email);
      return takesPassword(email) ? account : null;
    }, password);
    return known && isUsable(known) ? known : null;
  }

  private async quietly(token: string | undefined): Promise<SignedIn | null> {
    try {
      return await this.authenticate(token);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') return null;
      throw error;
    }
  }

  private answer({ userId, sessionId, refreshToken }: IssuedSession, user: User): Login {
    return { session: { token: this.deps.tokens.sign(userId, sessionId), user }, refreshToken };
  }
}
