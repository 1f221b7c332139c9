// An OpenID Connect provider for tests, as a process of its own: node oidc-provider.main.mjs, then messages (see
// oidc-provider.ts).
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

/** People by subject, with their claims. */
const people = new Map();
/** Who signs in next: the provider asks for no password. */
let present;
/** Where it names its sessions, as their tokens do. */
const sids = new Map();

process.once('message', ({ port, client }) => {
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [client],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    // Its own way refuses addresses of this machine.
    fetch: (url, { method, headers, body, signal }) => fetch(url, { method, headers, body, signal }),
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.on('authorization.success', ({ oidc }) => {
    sids.set(oidc.session.accountId, oidc.session.sidFor(client.client_id));
  });
  const handle = provider.callback();
  const server = createServer((req, res) => {
    if (!req.url?.startsWith('/sign-in/')) return handle(req, res);
    const login = present === undefined ? undefined : { accountId: present };
    const result = login ? { login } : { error: 'access_denied' };
    provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  });
  const acts = {
    signsIn({ sub, claims }) {
      present = sub;
      if (sub !== undefined) people.set(sub, claims);
    },
    async logsOut({ sub, bySid }) {
      const found = await provider.Client.find(client.client_id);
      await found.backchannelLogout(sub, bySid ? sids.get(sub) : undefined);
    },
  };
  process.on('message', async ({ id, act, ...input }) => {
    try {
      await acts[act](input);
      process.send({ id });
    } catch (error) {
      process.send({ id, error: String(error?.error_description ?? error) });
    }
  });
  server.listen(port, '127.0.0.1', () => process.send({ isReady: true }));
});
process.once('disconnect', () => process.exit());
