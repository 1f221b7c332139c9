import type { Session } from '@livelane/shared/auth/auth.schema';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { call, createProject, type Person, signUp } from '../../test-kit/team';
import type { Product } from './product';
import type { Kept } from './workbench';

/** The mark that a browser keeps which has been signed in; the session itself is the cookie. */
export const SIGNED_IN_MARK = 'livelane-signed-in';

/**
 * A window in which `person` is signed in already, for tests whose subject is not the sign-in.
 * @param kept what else the browser's local storage holds; its language is the account's as well
 */
export async function openAs(
  product: Product,
  { email, password }: Pick<Person, 'email' | 'password'>,
  path: string,
  options: BrowserContextOptions = {},
  kept: Kept = {},
): Promise<Page> {
  const page = await product.window({ ...options, kept: { ...kept, [SIGNED_IN_MARK]: '1' } });
  const answer = await page
    .context()
    .request.post(`${product.url}/v1/auth/login`, { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()}`);
  const language = kept['livelane-language'];
  if (language) {
    const { token } = (await answer.json()) as Session;
    await call(product.url, 'PUT', '/notifications/settings', { token, body: { language } });
  }
  await page.goto(product.url + path);
  return page;
}

/** People with these first names; their surname is Test. */
export async function signUpAll<Names extends readonly string[]>(
  url: string,
  ...names: Names
): Promise<{ [Index in keyof Names]: Person }> {
  return (await Promise.all(names.map((name) => signUp(url, name)))) as { [Index in keyof Names]: Person };
}

/** A board of two people, open in a window of each of them, and live. */
interface BoardOfTwo {
  ana: Person;
  bob: Person;
  projectId: string;
  anaPage: Page;
  bobPage: Page;
}

/** Ana has made the project, and Bob is a member. */
export async function openForTwo(product: Product): Promise<BoardOfTwo> {
  const [ana, bob] = await signUpAll(product.url, 'Ana', 'Bob');
  const { id: projectId } = await createProject(product.url, ana, [bob], 'Shop');
  const path = `/project/${projectId}`;
  const [anaPage, bobPage] = [
    await openAs(product, ana, path),
    await openAs(product, bob, path, { colorScheme: 'dark' }),
  ];
  for (const page of [anaPage, bobPage]) await page.locator('[data-connection="live"]').waitFor();
  return { ana, bob, projectId, anaPage, bobPage };
}

/** A request that a page makes, seen and let through. */
export interface SeenRequest {
  method: string;
  /** Below /v1. */
  path: string;
  /** Parsed; null without one. */
  body: unknown;
  authorization: string | undefined;
}

/** The REST calls of a page from now on; boards are kept up to date by pushes, so each call here was made on purpose. */
export function watchCalls(page: Page): SeenRequest[] {
  const seen: SeenRequest[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // Each start of the product asks once who is signed in.
    if (!pathname.startsWith('/v1/') || pathname === '/v1/auth/refresh') return;
    seen.push({
      method: request.method(),
      path: pathname.slice('/v1'.length) + search,
      body: request.postData() ? request.postDataJSON() : null,
      authorization: request.headers().authorization,
    });
  });
  return seen;
}

/** Makes the next calls of a path fail with a message of the server's. */
export async function refuse(
  page: Page,
  path: string | RegExp,
  { status = 400, message, method }: { status?: number; message: string; method?: string },
): Promise<void> {
  await page.route(path, (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    return route.fulfill({ status, json: { message, code: 'invalid_input', requestId: '' } });
  });
}

/** Longer than a push takes. */
const LATE_MS = 600;

/** Lets the pushes of a call come before its answer. */
export async function answerLate(page: Page, path: string, method: string): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    return route.fulfill({ response });
  });
}

/** Calls that someone caused, without those that a page makes by itself: its language, what was seen and read. */
export function writesOf(calls: readonly SeenRequest[]): SeenRequest[] {
  return calls.filter(
    ({ method, path }) => method !== 'GET' && !/^\/notifications\/(settings|read)$|\/seen$/.test(path),
  );
}
