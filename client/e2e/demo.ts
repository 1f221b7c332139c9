import type { NewInvitation } from '@livelane/shared/invitations/invitation.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, people } from '../../server/src/maintenance/demo/demo.people';
import { freePort } from '../../test-kit/freePort';
import { secretIn, startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { call, type Person, readBoard, signIn, signUp } from '../../test-kit/team';
import { type Product, startProduct } from './product';
import { openAs } from './signedIn';
import type { Kept } from './workbench';

/** The demo's workspaces, project and task that are shown. */
const SHOWN = {
  workspace: 'Web shop',
  otherWorkspace: 'Workshop',
  project: 'Checkout',
  task: 'Delivery date under each basket line',
};
const ADMIN = { email: 'ada.admin@example.org', password: DEMO_PASSWORD };
/** Longest names that the product takes are far longer; these are what teams write. */
const WORDY = {
  workspace: 'Workshop for frames, wheels and everything else that customers bring in',
  project: 'Warranty cases and recalls of the years before the new frame factory',
};

/** Whose window a screen is shown in; by default the demo's first person. */
export type Viewer = 'visitor' | 'first' | 'newcomer' | 'beginner' | 'reader' | 'admin';
type Login = Pick<Person, 'email' | 'password'>;

/** What the addresses of the demo's screens need. */
export interface Places {
  workspaceId: string;
  projectId: string;
  taskId: string;
  /** A workspace of which the user is not an owner. */
  otherWorkspaceId: string;
  /** Of the beginner: without projects, and with a project without tasks. */
  emptyWorkspaceId: string;
  emptyProjectId: string;
  /** Of an invitation that nobody has used. */
  invitationSecret: string;
  /** Tom writes over a description meanwhile, as anyone may at any time. */
  describeAsColleague: (text: string) => Promise<void>;
  /** Tom deletes the task meanwhile, and restores it. */
  deleteAsColleague: () => Promise<void>;
  restoreAsColleague: () => Promise<void>;
}

type Colleague = Pick<Places, 'describeAsColleague' | 'deleteAsColleague' | 'restoreAsColleague'>;

/** The demo with everything that its screens show: talk, notifications, an invitation, people who have just begun. */
export interface Demo {
  places: Places;
  product: Product;
  /** The two people whose accounts are ready. */
  ready: readonly [Login, Login];
  /** A window of theirs, with nothing in it yet. */
  windowOf: (viewer: Viewer, options: BrowserContextOptions, kept?: Kept) => Promise<Page>;
  close: () => Promise<void>;
}

export async function startDemo(): Promise<Demo> {
  const smtp = await startMailServer();
  const port = await freePort();
  const product = await startProduct({
    isDemo: true,
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: smtp.settings.smtpUrl.href,
      MAIL_FROM: smtp.settings.from,
      ADMIN_EMAILS: ADMIN.email,
    },
  });
  const { url } = product;
  const [first, second] = DEMO_ACCOUNTS.map((who) => ({ email: people[who].email, password: DEMO_PASSWORD }));
  if (!first || !second) throw new Error('the demo has no two accounts');
  const [maya, tom] = [
    await signIn(url, first.email, first.password),
    await signIn(url, second.email, second.password),
  ];
  const [newcomer, beginner, reader] = [
    await signUp(url, 'Noor', 'Haddad'),
    await signUp(url, 'Bela', 'Varga'),
    await signUp(url, 'Vera', 'Blom'),
  ];
  await registerAdmin(url, smtp);
  const places = {
    ...(await findPlaces(url, maya)),
    ...(await emptyPlaces(url, beginner)),
  };
  await letRead(url, maya, reader, places);
  await tidyUp(url, tom, places);
  const colleague = await talk(url, { maya, tom }, places);
  const invitationSecret = await invite(url, maya, places);
  const logins = { first, newcomer, beginner, reader, admin: ADMIN };
  return {
    places: { ...places, ...colleague, invitationSecret },
    product,
    ready: [first, second],
    windowOf: (viewer, options, kept) =>
      viewer === 'visitor'
        ? product.window({ ...options, ...(kept && { kept }) })
        : openAs(product, logins[viewer], '/user', options, kept),
    async close() {
      await product.close();
      await smtp.close();
    },
  };
}

type Found = Pick<Places, 'workspaceId' | 'projectId' | 'taskId' | 'otherWorkspaceId'>;

async function findPlaces(url: string, maya: Person): Promise<Found> {
  const workspaces = await call<Workspace[]>(url, 'GET', '/workspaces/user', { token: maya.token });
  const workspace = workspaces.find(({ name }) => name === SHOWN.workspace);
  const other = workspaces.find(({ name }) => name === SHOWN.otherWorkspace);
  const project = workspace?.projects.find(({ name }) => name === SHOWN.project);
  if (!workspace || !other || !project) throw new Error('the demo has other workspaces than the pictures');
  const { columns } = await readBoard(url, maya, project.id);
  const task = columns.flatMap(({ tasks }) => tasks).find(({ title }) => title === SHOWN.task);
  if (!task) throw new Error(`the demo has no task ${SHOWN.task}`);
  return { workspaceId: workspace.id, projectId: project.id, taskId: task.id, otherWorkspaceId: other.id };
}

async function emptyPlaces(
  url: string,
  { token }: Person,
): Promise<Pick<Places, 'emptyWorkspaceId' | 'emptyProjectId'>> {
  const [empty, wordy] = [
    await call<Workspace>(url, 'POST', '/workspaces', {
      token,
      body: { name: 'Atelier', description: 'A team' },
    }),
    await call<Workspace>(url, 'POST', '/workspaces', {
      token,
      body: { name: WORDY.workspace, description: 'Its description is short.' },
    }),
  ];
  const body = { name: WORDY.project, description: 'All of them', workspaceId: wordy.id };
  const { id } = await call<Project>(url, 'POST', '/projects', { token, body });
  return { emptyWorkspaceId: empty.id, emptyProjectId: id };
}

async function letRead(url: string, { token }: Person, { user }: Person, { workspaceId, projectId }: Found) {
  const add = (path: string, roleId: string) =>
    call(url, 'POST', path, { token, body: { userId: user.id, roleId } });
  await add(`/workspaceUsers/${workspaceId}`, 'member');
  await add(`/projectUsers/${projectId}`, 'viewer');
}

/** Two tasks in the trash. */
async function tidyUp(url: string, { token }: Person, { projectId }: Found) {
  for (const title of [
    'Gift cards, a second time',
    'Ask the supplier of the address list about its price per lookup',
  ]) {
    const { id } = await call<{ id: string }>(url, 'POST', '/tasks', { token, body: { title, projectId } });
    await call(url, 'DELETE', `/tasks/${id}`, { token });
  }
}

/** Comments on the shown task, with a mention, and a task that is assigned to Maya: their inbox shows both. */
async function talk(
  url: string,
  { maya, tom }: { maya: Person; tom: Person },
  { projectId, taskId }: Found,
): Promise<Colleague> {
  const path = `/tasks/${taskId}`;
  const comment = ({ token }: Person, text: string) =>
    call<void>(url, 'POST', `${path}/comments`, { token, body: { text } });
  await comment(tom, 'The warehouse sends its feed at **6:00** and `14:00`. Is that often enough?');
  await comment(maya, 'It is. When the feed is older than a day we show the week.');
  await comment(
    tom,
    `@[Maya Lindqvist](user:${maya.user.id}) here is what it looks like:\n\n- one line per item\n- the latest day beneath the sum`,
  );
  const body = { title: 'Try the new dates with the shop’s own team', projectId, assignees: [maya.user.id] };
  await call(url, 'POST', '/tasks', { token: tom.token, body });
  return {
    describeAsColleague: (description) => call(url, 'PUT', path, { token: tom.token, body: { description } }),
    deleteAsColleague: () => call(url, 'DELETE', path, { token: tom.token }),
    restoreAsColleague: () => call(url, 'POST', `${path}/restore`, { token: tom.token }),
  };
}

async function invite(url: string, { token }: Person, { workspaceId, projectId }: Found): Promise<string> {
  const body = { roleId: 'member', projectId, projectRoleId: 'member', email: 'lena@example.org' };
  await call(url, 'POST', `/workspaces/${workspaceId}/invitations`, { token, body });
  const { url: link } = await call<NewInvitation>(url, 'POST', `/workspaces/${workspaceId}/invitations`, {
    token,
    body: { ...body, email: null },
  });
  return new URL(link).hash.slice(1);
}

/** Registers and proves the address, as someone who has forgotten their password does: administrators are known by it. */
async function registerAdmin(url: string, smtp: TestMailServer): Promise<void> {
  const { email, password } = ADMIN;
  const body = { firstName: 'Ada', surname: 'Admin', email, password, password_confirm: password };
  await call(url, 'POST', '/auth/register', { body });
  const before = smtp.received.length;
  await call(url, 'POST', '/auth/forgot', { body: { email } });
  const mails = await smtp.arrived(before + 1);
  const mail = mails.find(({ to }) => to === email);
  if (!mail) throw new Error('no mail for the administrator');
  await call(url, 'POST', '/auth/reset', { body: { secret: secretIn(mail, 'reset'), password } });
}
