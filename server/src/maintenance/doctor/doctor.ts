import { parseArgs } from 'node:util';
import { ConfigError, readSettings } from '../../config';
import { addressOf } from '../../http/listen';
import { checkDatabase } from './database.check';
import { conclude, type Finding } from './finding';
import { checkMail } from './mail.check';
import { checkOidc } from './oidc.check';
import { checkPublic } from './public.check';
import { checkRedis } from './redis.check';
import { checkSettings } from './settings.check';

const SIGNS = { ok: '✓', warning: '!', fault: '✗' } as const;

/** `--mail ADDRESS`: a mail is sent there. @throws Error with the usage for all other words */
function mailTo(): string | undefined {
  try {
    return parseArgs({ options: { mail: { type: 'string' } } }).values.mail;
  } catch {
    throw new Error('usage: npm run doctor [-- --mail ADDRESS]');
  }
}

/** Checks everything that an installation needs, with the settings of its environment. */
async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const mailAddress = mailTo();
  try {
    const config = readSettings(environment);
    const publicUrl = config.publicUrl ?? addressOf(config);
    return [
      ...checkSettings(config, environment),
      ...(await checkDatabase(config)),
      ...(await checkRedis(config.redisUrl)),
      ...(await checkMail(config.mail, mailAddress)),
      ...(await checkOidc(config.oidc, publicUrl)),
      ...(await checkPublic(publicUrl, config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((text) => ({ state: 'fault', subject: 'settings', text }));
  }
}

// `npm run doctor | head -1` has read enough: the rest is dropped.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

examine(process.env).then(
  (findings) => {
    for (const { state, subject, text } of findings) {
      process.stdout.write(`${SIGNS[state]} ${subject}: ${text}\n`);
    }
    const { text, exitCode } = conclude(findings);
    process.stdout.write(`${text}\n`);
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(`livelane: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
