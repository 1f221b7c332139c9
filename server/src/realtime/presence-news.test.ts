import { Presence } from './presence';
import { PresenceNews } from './presence-news';

const PROJECT = 'shop';
const ANN = { id: 'ann', firstName: 'Ann', surname: 'Aster' };

/** A window whose earlier messages are not sent yet, as long as `isBehind` says; it counts how often that is asked. */
function slowWindow() {
  const window = { asked: 0, isBehind: (): boolean => true, heard: 0 };
  const conn = {
    get writeBuffer() {
      window.asked++;
      return window.isBehind() ? [{}] : [];
    },
    transport: {},
  };
  const socket = {
    id: 'window',
    data: { userId: 'bob' },
    conn,
    emit: () => {
      window.heard++;
    },
  };
  return { window, viewer: { socket, role: 'member' as const } };
}

test('R31 who has not read the last message is looked at once a turn, and told when they have', () => {
  const now = () => 0;
  const presence = new Presence(now);
  presence.set('hers', ANN, { projectId: PROJECT, mode: 'viewing' });
  const { window, viewer } = slowWindow();
  const news = new PresenceNews({
    presence,
    now,
    bus: { send: () => {} },
    viewers: () => [viewer],
    boards: { taskSight: async () => () => false, isSameForAll: () => true },
  } as unknown as ConstructorParameters<typeof PresenceNews>[0]);
  news.changed(PROJECT);
  // A turn that tried for ever would stop the node, and this test.
  window.isBehind = () => window.asked < 100;
  news.tick();
  expect(window).toMatchObject({ asked: 2, heard: 0 });
  window.isBehind = () => false;
  news.tick();
  expect(window).toMatchObject({ asked: 3, heard: 1 });
});
