import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface OidcClaims {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: string[];
}

export interface TestProvider {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** This person signs in from now on, without being asked anything; undefined: everyone is refused. */
  signsIn(sub: string | undefined, claims?: OidcClaims): Promise<void>;
  /** Sends the client a logout: of the latest session, or of all. @throws its refusal */
  logsOut(sub: string, which: { bySid: boolean }): Promise<void>;
  stop(): Promise<void>;
}

interface Answer {
  id?: number;
  error?: string;
}

const CLIENT_ID = 'livelane';
const CLIENT_SECRET = 'a secret of sufficient length';

/** The provider of npm's oidc-provider on a port of this machine, for a server with that address. */
export async function startOidcProvider(port: number, publicUrl: string): Promise<TestProvider> {
  const child = fork(path.join(__dirname, 'oidc-provider.main.mjs'), { silent: true });
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => {
    stderr += text.toString();
  });
  child.send({
    port,
    client: {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${publicUrl}/v1/auth/oidc/callback`],
      backchannel_logout_uri: `${publicUrl}/v1/auth/oidc/backchannel`,
      backchannel_logout_session_required: true,
    },
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`the provider did not start: ${stderr}`);
    }),
  ]);
  let latest = 0;
  const ask = (input: object): Promise<void> => answerOf(child, { id: ++latest, ...input });
  return {
    issuer: new URL(`http://127.0.0.1:${port}`),
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    signsIn: (sub, claims) => ask({ act: 'signsIn', sub, claims }),
    logsOut: (sub, { bySid }) => ask({ act: 'logsOut', sub, bySid }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

function answerOf(child: ChildProcess, input: { id: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const heard = ({ id, error }: Answer): void => {
      if (id !== input.id) return;
      child.off('message', heard);
      if (error === undefined) resolve();
      else reject(new Error(error));
    };
    child.on('message', heard);
    child.send(input);
  });
}
