import type { LogLine, TestServer } from './harness';

/** The lines of the server's log that contain this text. */
export function says({ log }: Pick<TestServer, 'log'>, text: string): LogLine[] {
  return log.filter((line) => typeof line.msg === 'string' && line.msg.includes(text));
}
