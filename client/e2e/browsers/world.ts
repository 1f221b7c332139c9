import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../test-kit/freePort';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { createProject, type Person, signUp } from '../../../test-kit/team';
import { Hands } from './hands';
import { type Line, openLine } from './line';
import type { TestedBrowser } from './window';

/** Only ends what hangs: WebKit paints in software here, in milliseconds. */
jest.setTimeout(300_000);

/** Two people, signed in at their windows of one browser, and the server at the end of a line that can be cut. */
export interface World {
  readonly line: Line;
  readonly server: LivelaneProcess;
  readonly ana: Person;
  readonly bob: Person;
  readonly hers: Hands;
  readonly bobs: Hands;
  /** A window in which nobody has signed in. */
  newWindow(): Promise<Hands>;
  newProject(name: string): Promise<string>;
  /** A board on which both are. */
  openBoard(name: string, ...hands: Hands[]): Promise<string>;
}

/** The same journeys in each browser; one that is not on this machine is named and skipped. */
export function inEachBrowser(journeys: (world: World) => void): void {
  let line: Line;
  let server: LivelaneProcess;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-browsers-'));
    const port = await freePort();
    line = await openLine(port);
    // It says that it is at the line's end.
    server = await startLivelane({ dataDir, env: { PORT: `${port}`, PUBLIC_URL: line.url } });
  });
  afterAll(async () => {
    await line?.cut();
    await server?.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  const browsers = globalThis.livelaneBrowsers;
  if (!browsers) throw new Error('the environment of these tests has browsers');
  for (const { name, missing } of browsers.supported) {
    if (missing !== undefined) {
      test.skip(`NOT RUN: ${name} is missing (${missing})`, () => undefined);
      continue;
    }
    describe(name, () => {
      let browser: TestedBrowser;
      let ana: Person;
      let bob: Person;
      let hers: Hands;
      let bobs: Hands;

      beforeAll(async () => {
        browser = await browsers.get(name);
        console.info(`${browser.name}: ${browser.version}`);
        // People of its own: their accounts keep what a failed test has chosen.
        [ana, bob] = await Promise.all([signUp(server.url, 'Ana'), signUp(server.url, 'Bob')]);
        hers = new Hands(await browser.open());
        bobs = new Hands(await browser.open());
        await hers.enter(line.url, ana);
        await bobs.enter(line.url, bob);
      });
      afterAll(() => browser && browsers.giveBack(browser));

      const newProject = async (title: string) => (await createProject(server.url, ana, [bob], title)).id;
      journeys({
        get line() {
          return line;
        },
        get server() {
          return server;
        },
        get ana() {
          return ana;
        },
        get bob() {
          return bob;
        },
        get hers() {
          return hers;
        },
        get bobs() {
          return bobs;
        },
        newWindow: async () => new Hands(await browser.open()),
        newProject,
        async openBoard(title, ...hands) {
          const projectId = await newProject(title);
          for (const each of hands) {
            await each.window.goto(`${line.url}/project/${projectId}`);
            await each.isLive();
          }
          return projectId;
        },
      });
    });
  }
}
