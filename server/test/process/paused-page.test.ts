import { setTimeout as pause } from 'node:timers/promises';
import type { ClientToServerEvents, ServerToClientEvents } from '@livelane/shared/realtime/events';
import { io, type Socket } from 'socket.io-client';
import { createProject, type Person, signUp } from '../../../test-kit/team';
import { restartable } from './restartable';

/** More than the second after which the server looks again for whom it has not told yet. */
const TURN_MS = 2_000;
const TEST_TIMEOUT_MS = 120_000;

const product = restartable();

/** Opens a board by long polling, and fetches nothing more: as a browser does whose machine went to sleep. */
async function openPausedPage(url: string, { token }: Person, projectId: string): Promise<void> {
  const polling = `${url}/socket.io/?EIO=4&transport=polling`;
  const first = await (await fetch(polling)).text();
  const { sid } = JSON.parse(first.slice(1)) as { sid: string };
  const poll = async () => (await fetch(`${polling}&sid=${sid}`)).text();
  const send = (body: string) => fetch(`${polling}&sid=${sid}`, { method: 'POST', body });
  await send(`40${JSON.stringify({ token })}`);
  expect(await poll()).toMatch(/^40/);
  await send(`420${JSON.stringify(['board:subscribe', { projectId }])}`);
  expect(await poll()).toMatch(/^430\[{"ok":true/);
}

test(
  'R31 a page that stopped polling does not keep the server from the others',
  async () => {
    const { url } = await product.start();
    const owner = await signUp(url, 'Owner');
    const { id: projectId } = await createProject(url, owner);
    await openPausedPage(url, owner, projectId);
    const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
      transports: ['websocket'],
      auth: { token: owner.token },
    });
    try {
      expect(await socket.emitWithAck('board:subscribe', { projectId })).toMatchObject({ ok: true });
      for (const mode of ['viewing', 'editing', 'viewing', 'editing'] as const) {
        const heard = new Promise<void>((resolve) => {
          socket.on('presence:state', ({ users }) => {
            if (users.some((user) => user.mode === mode)) resolve();
          });
        });
        expect(await socket.emitWithAck('presence:set', { projectId, mode })).toEqual({ ok: true });
        await heard;
        await pause(TURN_MS);
        socket.off('presence:state');
      }
    } finally {
      socket.close();
    }
  },
  TEST_TIMEOUT_MS,
);
