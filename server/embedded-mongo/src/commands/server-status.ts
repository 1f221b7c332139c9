import { Double, Int32, Long } from 'bson';
import type { Doc, Value } from '../values/value';
import { immediate } from './command';
import { ok } from './reply';
import { VERSION } from './version';

/** What monitoring needs: uptime, connections, commands, cursors, memory. Sections cannot be chosen. */
export const serverStatus = immediate(['serverStatus'], ({ engine }) => {
  const uptime = Date.now() - engine.startedAt;
  const memory = process.memoryUsage();
  const commands: Doc = new Map();
  for (const [name, count] of engine.commandCounts) commands.set(name, Long.fromNumber(count));
  return ok(
    ['version', VERSION],
    ['process', 'embedded-mongo'],
    ['pid', Long.fromNumber(process.pid)],
    ['uptime', new Double(uptime / 1000)],
    ['uptimeMillis', Long.fromNumber(uptime)],
    ['localTime', new Date()],
    ['connections', section(['current', engine.connections()])],
    ['opcounters', commands],
    ['metrics', section(['cursorsOpen', engine.cursors.size], ['commandsActive', engine.scheduler.active])],
    [
      'mem',
      section(
        ['bits', 64],
        ['resident', Math.round(memory.rss / 2 ** 20)],
        ['heapUsed', Math.round(memory.heapUsed / 2 ** 20)],
      ),
    ],
    [
      'storageEngine',
      new Map<string, Value>([
        ['name', 'lmdb'],
        ['persistent', true],
      ]),
    ],
  );
});

function section(...fields: [string, number][]): Doc {
  return new Map(fields.map(([name, value]) => [name, new Int32(value)]));
}
