import { mongo } from 'mongoose';
import type { Level } from 'pino';
import { createOutageLog } from './outage.log';

const AWAY = new mongo.MongoNetworkError('connection closed');
const BEGINS = 'error the database does not answer: until it does';
const ENDS = 'warn the database answers again';

/** A log at that level, and its lines so far. */
function outageLog(level: Level) {
  const lines: Array<{ level: string; msg: string; reason?: string }> = [];
  const names: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
  const log = createOutageLog(level, {
    write(text) {
      const { level: number, ...rest } = JSON.parse(text);
      lines.push({ ...rest, level: names[number] });
    },
  });
  return { ...log, lines, told: () => lines.map(({ level, msg }) => `${level} ${msg.split(',')[0]}`) };
}

test('each outage has a line when it begins, with its reason, and one when it ends', () => {
  const { logger, databaseServes, lines, told } = outageLog('info');
  databaseServes();
  for (let outage = 0; outage < 2; outage++) {
    logger.warn({ err: AWAY }, 'a periodic task failed');
    logger.child({ kind: 'mail' }).error({ err: AWAY }, 'request failed');
    databaseServes();
    databaseServes();
  }
  expect(told()).toEqual([BEGINS, ENDS, BEGINS, ENDS]);
  expect(lines[0]?.reason).toBe('connection closed');
});

test('failures of an outage are told at level debug', () => {
  const { logger, told } = outageLog('debug');
  logger.warn({ err: AWAY }, 'a periodic task failed');
  logger.error({ err: AWAY }, 'request failed');
  expect(told()).toEqual([BEGINS, 'debug a periodic task failed', 'debug request failed']);
});

test('other failures are told as ever, and so is what ends the process', () => {
  const { logger, told } = outageLog('info');
  logger.warn({ err: AWAY }, 'a periodic task failed');
  logger.warn({ err: new Error('broken') }, 'a board cannot be read');
  logger.warn('no error');
  logger.fatal({ err: AWAY }, 'graceful shutdown failed');
  expect(told()).toEqual([
    BEGINS,
    'warn a board cannot be read',
    'warn no error',
    'fatal graceful shutdown failed',
  ]);
});
