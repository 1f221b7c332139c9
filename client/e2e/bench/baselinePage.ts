import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const CARDS = 40;

/** A plain page without any framework: what the browser and the machine take by themselves in this run. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Baseline</title>
<style>li{margin:8px;padding:16px;border:1px solid}</style><ul></ul><script>
for (let n = 0; n < ${CARDS}; n++) {
  const card = document.createElement('li');
  card.dataset.taskId = n;
  card.textContent = 'Card ' + n;
  document.querySelector('ul').append(card);
}
addEventListener('mousemove', ({ clientX, clientY }) => {
  document.querySelector('li').style.transform = 'translate(' + clientX + 'px,' + clientY + 'px)';
});
</script>`;

export async function startBaseline(): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end(PAGE));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
