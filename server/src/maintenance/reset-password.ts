import { readSettings } from '../config';
import { createIndexes, openDatabase } from '../database/connect';
import { linkModel } from '../features/auth/link.model';
import { issueReset, RESET_MS } from '../features/auth/password-reset';
import { userModel } from '../features/users/user.model';
import { isUsable } from '../features/users/user.presenter';
import { UserStore } from '../features/users/user.store';
import { linkTo } from '../http/links';
import { addressOf } from '../http/listen';
import { onlyWord, runProgram } from './folders';

// npm run reset-password -- EMAIL: for people who have forgotten their password where no mail is set up. Works beside a
// running server: whichever process came first serves the embedded database.
runProgram(async () => {
  const email = onlyWord('usage: npm run reset-password -- EMAIL').trim().toLowerCase();
  const config = readSettings(process.env);
  const database = await openDatabase({ ...config, mustExist: true });
  try {
    const users = new UserStore(userModel(database.connection));
    const links = linkModel(database.connection);
    await createIndexes(database.connection);
    const user = await users.findByEmail(email);
    if (!user) throw new Error(`there is no account with the address ${email}`);
    if (!isUsable(user)) throw new Error(`the account with the address ${email} is deactivated`);
    const lifeMs = config.linkTtlSeconds === undefined ? RESET_MS : config.linkTtlSeconds * 1000;
    const secret = await issueReset(links, user, new Date(), lifeMs);
    const publicUrl = config.publicUrl ?? addressOf(config);
    return `Open this link within an hour to choose a new password:\n${linkTo(publicUrl, 'reset', secret)}`;
  } finally {
    await database.close();
  }
});
