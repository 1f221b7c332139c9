import type { Session } from '@livelane/shared/auth/auth.schema';
import type { NewInvitation } from '@livelane/shared/invitations/invitation.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { freePort } from '../../test-kit/freePort';
import { startOidcProvider, type TestProvider } from '../../test-kit/oidc-provider';
import { call } from '../../test-kit/team';
import { browserTest, type Product, startProduct } from './product';

const ANN = { email: 'ann@example.org', email_verified: true, given_name: 'Ann', family_name: 'Bell' };
const NED = { email: 'ned@example.org', email_verified: true, given_name: 'Ned', family_name: 'Dale' };

let provider: TestProvider;
let product: Product;

async function start(more: Record<string, string> = {}): Promise<void> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startOidcProvider(await freePort(), publicUrl);
  const env = {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer.origin,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Example',
    ...more,
  };
  product = await startProduct({ env });
}

afterEach(async () => {
  await product.close();
  await provider.stop();
});

browserTest('sign-in at the provider leads to where one wanted to go, and stays', async () => {
  await start();
  await provider.signsIn('ann', ANN);
  const page = await product.window();
  await page.goto(`${product.url}/user?from=here`);
  await page.getByLabel('Password').waitFor();
  await page.getByRole('link', { name: 'Continue with Example' }).click();
  await page.getByRole('heading', { name: 'Ann Bell' }).waitFor();
  expect(page.url()).toBe(`${product.url}/user?from=here`);
  await page.reload();
  await page.getByRole('heading', { name: 'Ann Bell' }).waitFor();
});

browserTest('whoever the provider does not vouch for is told why; passwords only for who asks', async () => {
  await start({ OIDC_ONLY: '1' });
  await provider.signsIn('ann', { ...ANN, email_verified: false });
  const page = await product.window();
  await page.goto(`${product.url}/login`);
  await page.getByRole('link', { name: 'Continue with Example' }).click();
  await page.getByText('The provider has not verified your email address. Ask your administrator.').waitFor();
  await page.getByRole('link', { name: 'Continue with Example' }).waitFor();
  await page.getByLabel('Password').waitFor({ state: 'detached' });
  await page.goto(`${product.url}/login?password`);
  await page.getByRole('link', { name: 'Continue with Example' }).waitFor();
  await page.getByLabel('Password').waitFor();
});

browserTest(
  'where everyone signs in at the provider, an invitation leads through it and can be accepted',
  async () => {
    await start({ OIDC_ONLY: '1' });
    await provider.signsIn('ann', ANN);
    const inviter = await product.window();
    await inviter.goto(`${product.url}/user`);
    await inviter.getByRole('link', { name: 'Continue with Example' }).click();
    await inviter.getByRole('heading', { name: 'Ann Bell' }).waitFor();
    const refreshed = await inviter.context().request.post(`${product.url}/v1/auth/refresh`, {
      headers: { Origin: product.url },
    });
    const { token } = (await refreshed.json()) as Session;
    const body = { name: 'Bikes', description: 'For tests' };
    const workspace = await call<Workspace>(product.url, 'POST', '/workspaces', { token, body });
    const { url } = await call<NewInvitation>(
      product.url,
      'POST',
      `/workspaces/${workspace.id}/invitations`,
      { token, body: { roleId: 'member' } },
    );

    await provider.signsIn('ned', NED);
    const invited = await product.window();
    await invited.goto(url);
    await invited.getByRole('link', { name: 'Continue with Example' }).click();
    await invited.getByRole('button', { name: 'Accept the invitation' }).click();
    await invited.waitForURL(`**/workspaces/${workspace.id}`);
  },
);
