import type { Task } from '@livelane/shared/tasks/task.schema';
import { call } from '../../../test-kit/team';
import { inEachBrowser } from './world';

inEachBrowser((world) => {
  const add = (projectId: string, title: string, more: object = {}) =>
    call<Task>(world.server.url, 'POST', '/tasks', {
      token: world.ana.token,
      body: { title, projectId, state: 'READY', ...more },
    });

  test('a German compound by its part, Japanese and Chinese by any run of signs, an id; the filters narrow', async () => {
    const { hers, line } = world;
    const projectId = await world.newProject('Suche');
    // Words of its own: the others of this browser are found by them as well.
    const own = `x${Date.now().toString(36)}`;
    const german = await add(projectId, `Jahresabschlussprüfung ${own}`, { priority: 'HIGH' });
    await add(projectId, `Abschluss ${own}`, {
      state: 'DONE',
      priority: 'LOW',
      dueDate: '2027-03-01',
      checklist: [{ text: 'Prüfung' }],
    });
    await add(projectId, `東京都の会議室を予約する ${own}`);
    await add(projectId, `预订北京的会议室 ${own}`, { description: `「打印机」${own}` });
    const finds = async (typed: string, titles: string[], marks: string[]) => {
      await hers.fill('Search tasks', typed);
      await hers.agrees(
        `${titles} for ${typed}`,
        (wanted) => {
          const texts = (selector: string) =>
            [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
          return (
            JSON.stringify([texts('[data-found]'), texts('main mark')]) ===
            JSON.stringify([wanted.titles, wanted.marks])
          );
        },
        { titles: titles.map((title) => `${title} ${own}`), marks },
      );
    };
    await hers.window.goto(`${line.url}/search`);
    await finds(`schluss ${own}`, ['Abschluss', 'Jahresabschlussprüfung'], ['schluss', own, 'schluss', own]);
    // ü may be typed without its marks, and small letters as capitals.
    await finds(`PRUFUNG ${own}`, ['Jahresabschlussprüfung', 'Abschluss'], ['prüfung', own, own, 'Prüfung']);
    await finds(`会議 ${own}`, ['東京都の会議室を予約する'], ['会議', own]);
    await finds(`会议室 ${own}`, ['预订北京的会议室'], ['会议室', own, own]);
    await finds(`印机 ${own}`, ['预订北京的会议室'], [own, '印机', own]);
    await finds(german.id, ['Jahresabschlussprüfung'], [german.id]);
    await finds(german.id.slice(0, 8), ['Jahresabschlussprüfung'], [german.id.slice(0, 8)]);

    await finds(`schluss ${own}`, ['Abschluss', 'Jahresabschlussprüfung'], ['schluss', own, 'schluss', own]);
    const narrow = async (filter: string, option: string, left: string[]) => {
      await hers.click('main [role="combobox"]', filter);
      // Several can be chosen: the list stays open. A press while it still opens is done again.
      await hers.until(`${option} chosen`, async () => {
        const isChosen = await hers.window.evaluate(
          (name) =>
            [...document.querySelectorAll('[role="option"][aria-selected="true"]')].some(
              ({ textContent }) => textContent === name,
            ),
          option,
        );
        if (!isChosen) await hers.click('[role="option"]', option);
        return isChosen;
      });
      await hers.press('Escape');
      await hers.gone('[role="option"]');
      await hers.agrees(
        `${left} after ${filter}`,
        (wanted) =>
          JSON.stringify(
            [...document.querySelectorAll('[data-found]')].map(({ textContent }) => textContent),
          ) === JSON.stringify(wanted),
        left.map((title) => `${title} ${own}`),
      );
    };
    await narrow('Priority', 'High', ['Jahresabschlussprüfung']);
    await narrow('Column', 'Done', []);
    await hers.find('main *', 'Nothing found');
    await hers.click('main button', 'Clear filter: Priority');
    await hers.agrees(
      'the one that is done',
      () => document.querySelectorAll('[data-found]').length === 1,
      null,
    );
    await hers.fill('Due from', '02/03/2027');
    await hers.press('Enter');
    await hers.find('main *', 'Nothing found');
    // It is all in the address.
    await hers.window.reload();
    await hers.find('main *', 'Nothing found');
    // A press while the page that was loaded again still moves is done again.
    await hers.until('no day', async () => {
      const { search } = new URL(await hers.window.evaluate(() => location.href, null));
      if (!search.includes('dueFrom')) return true;
      await hers.click('main button', 'Clear filter: Due from');
      return false;
    });
    await hers.click('[data-found]', `Abschluss ${own}`);
    await hers.find('[role="dialog"] textarea', 'Title');
    await hers.press('Escape');
    await hers.gone('[role="dialog"]');
  });
});
