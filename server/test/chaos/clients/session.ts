import { type Person, signIn } from '../../../../test-kit/team';

/** Between two sign-ins that nobody answered. */
const RETRY_MS = 500;
/** Tokens live for 15 minutes. */
const RENEW_MS = 10 * 60_000;

/** Someone who is signed in, on all of their devices by the same token. */
export class Session {
  private renewing: Promise<void> | null = null;
  private renewedAt = performance.now();

  constructor(
    private person: Person,
    readonly isOwner: boolean,
    private readonly urls: readonly string[],
  ) {}

  get userId(): string {
    return this.person.user.id;
  }

  get token(): string {
    if (performance.now() - this.renewedAt > RENEW_MS) void this.renew();
    return this.person.token;
  }

  /** Signs in again; those who ask meanwhile share it. */
  renew(): Promise<void> {
    this.renewing ??= this.signInSomewhere().finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  private async signInSomewhere(): Promise<void> {
    this.renewedAt = performance.now();
    for (const url of this.urls)
      try {
        this.person = await signIn(url, this.person.email, this.person.password);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
  }
}
