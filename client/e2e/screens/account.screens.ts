import { EMPTY, openDialog, type Screen } from './screen';

const ADMIN_PARTS = ['people', 'workspaces', 'system', 'audit'] as const;

/** Sign-in, one's own account, notifications, administration, and addresses that lead nowhere. */
export const accountScreens: readonly Screen[] = [
  { name: 'login', path: () => '/login', viewer: 'visitor', ready: 'form' },
  {
    name: 'login-missing-fields',
    path: () => '/login',
    viewer: 'visitor',
    ready: 'form',
    open: async (page) => {
      await page.locator('form button[type="submit"]').click();
      await page.locator('.MuiFormHelperText-root').first().waitFor();
    },
  },
  {
    name: 'login-refused',
    path: () => '/login',
    viewer: 'visitor',
    ready: 'form',
    open: async (page) => {
      await page.locator('form input[type="email"]').fill('nobody@example.org');
      await page.locator('form input[type="password"]').fill('not the one');
      await page.locator('form button[type="submit"]').click();
      await page.locator('form [role="alert"]').waitFor();
    },
  },
  { name: 'registration', path: () => '/registration', viewer: 'visitor', ready: 'form' },
  { name: 'forgot', path: () => '/forgot', viewer: 'visitor', ready: 'form' },
  {
    name: 'forgot-sent',
    path: () => '/forgot',
    viewer: 'visitor',
    ready: 'form',
    open: async (page) => {
      await page.locator('form input[type="email"]').fill('nobody@example.org');
      await page.locator('form button[type="submit"]').click();
      await page.locator('main [role="alert"], main [role="status"]').first().waitFor();
    },
  },
  { name: 'reset', path: () => `/reset#${'a'.repeat(43)}`, viewer: 'visitor', ready: 'form' },
  { name: 'confirm', path: () => `/confirm#${'a'.repeat(43)}`, viewer: 'visitor', ready: 'main button' },
  {
    name: 'unsubscribe',
    path: () => `/unsubscribe#${'a'.repeat(43)}`,
    viewer: 'visitor',
    ready: 'main button',
  },
  {
    name: 'invitation',
    path: ({ invitationSecret }) => `/invitation#${invitationSecret}`,
    viewer: 'visitor',
    ready: 'main form',
  },
  {
    name: 'invitation-signed-in',
    path: ({ invitationSecret }) => `/invitation#${invitationSecret}`,
    viewer: 'newcomer',
    ready: 'main button',
  },
  {
    name: 'invitation-over',
    path: () => `/invitation#${'a'.repeat(43)}`,
    viewer: 'visitor',
    ready: 'main h1 + p',
  },
  { name: 'not-found', path: () => '/no/such/page', ready: 'main a' },
  {
    name: 'load-error',
    path: () => '/project/00000000-0000-4000-8000-000000000000',
    ready: '[role="alert"]',
  },
  { name: 'profile', path: () => '/user', ready: 'main form' },
  {
    name: 'profile-sessions',
    path: () => '/user',
    ready: 'main ul li',
    open: async (page) => {
      await page.locator('main ul li').last().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 400);
    },
  },
  {
    name: 'delete-account',
    path: () => '/user',
    ready: 'main form',
    open: openDialog('main .MuiButton-colorError'),
  },
  {
    name: 'toast',
    path: () => '/user',
    ready: 'main form',
    open: async (page) => {
      await page.locator('main form button[type="submit"]').first().click();
      await page.locator('.MuiSnackbar-root').waitFor();
    },
  },
  { name: 'notifications', path: () => '/notifications', ready: 'main li, main article' },
  {
    name: 'notifications-empty',
    viewer: 'newcomer',
    path: () => '/notifications',
    ready: EMPTY,
  },
  { name: 'notification-settings', path: () => '/notifications/settings', ready: 'main input' },
  ...ADMIN_PARTS.map(
    (part): Screen => ({
      name: `admin-${part}`,
      viewer: 'admin',
      path: () => `/admin?part=${part}`,
      ready: '[role="tabpanel"] :is(li, p:not(:empty))',
    }),
  ),
  {
    name: 'admin-person',
    viewer: 'admin',
    path: () => '/admin?part=people',
    ready: '[role="tabpanel"] li button',
    open: async (page) => {
      await page.locator('[role="tabpanel"] li button').first().click();
      await page.locator('[role="tabpanel"] li li').first().waitFor();
    },
  },
];
