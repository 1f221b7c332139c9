import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Server } from 'socket.io';

/*
 * What the frameworks cost without Livelane: Express that answers given bytes, Socket.IO that broadcasts a
 * given message. PUT /bytes sets both; GET /bytes and POST /bytes answer them; POST /broadcast sends them
 * to all sockets; GET /unchanged is an empty 304.
 */
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
let bytes: Buffer = Buffer.from('{}');

app.put('/bytes', express.raw({ type: () => true, limit: '50mb' }), (req, res) => {
  bytes = req.body as Buffer;
  res.status(204).set('Content-Length', '0').end();
});
app.get('/bytes', (_req, res) => void res.type('json').end(bytes));
app.post('/bytes', express.json(), (_req, res) => void res.type('json').end(bytes));
app.get('/unchanged', (_req, res) => void res.status(304).end());

const server = createServer(app);
const io = new Server(server, { serveClient: false });
io.on('connection', (socket) => void socket.join('all'));
app.post('/broadcast', express.json(), (_req, res) => {
  io.to('all').emit('board:ops', JSON.parse(bytes.toString()));
  res.type('json').end('{}');
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Livelane is ready: http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
