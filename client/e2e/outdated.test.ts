import { createProject, type Person, signUp } from '../../test-kit/team';
import { PHONE } from './finger';
import { browserTest, cardIn, column, eventually, productForTests, quickAdd } from './product';
import { openAs } from './signedIn';

const product = productForTests();
let ana: Person;
let projectId: string;

beforeEach(async () => {
  ana = await signUp(product.url, 'Ana');
  ({ id: projectId } = await createProject(product.url, ana, [], 'Shop'));
});

for (const [screen, options] of [
  ['a phone', PHONE],
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
] as const)
  browserTest(
    `R21 the reload is offered in sight on ${screen}, wherever the board is scrolled to`,
    async () => {
      const page = await openAs(product, ana, `/project/${projectId}`, options);
      await column(page, 'READY').waitFor();
      const refusal = { message: 'Reload', code: 'client_outdated', requestId: 'r' };
      await page.route('**/v1/**', (route) => route.fulfill({ status: 426, json: refusal }));
      await quickAdd(page, 'Ready', 'Kept');
      const notice = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Reload' }) });
      await notice.waitFor();
      const isInSight = () =>
        notice.evaluate((alert) =>
          [...alert.querySelectorAll('.MuiAlertTitle-root, button')].every((part) => {
            const { x, y, width, height } = part.getBoundingClientRect();
            return [1, width / 2, width - 1].every((across) =>
              alert.contains(document.elementFromPoint(x + across, y + height / 2)),
            );
          }),
        );
      for (const end of ['start', 'end'] as const) {
        await page.evaluate((to) => {
          const { scrollWidth } = document.documentElement;
          window.scrollTo({ left: to === 'end' ? scrollWidth : 0, behavior: 'instant' });
        }, end);
        expect([end, await isInSight()]).toEqual([end, true]);
      }
      await page.unrouteAll();
      await notice.getByRole('button', { name: 'Reload' }).click();
      await cardIn(page, 'READY', 'Kept').waitFor();
      await eventually(() => notice.count(), 0);
    },
  );
