import { startTestDatabase, type TestDatabase } from '../../test/database';
import { holdDate } from '../../test/fakeDate';
import { mailModel } from './mail.model';
import { MailQueue } from './mail.queue';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());
afterEach(() => {
  jest.useRealTimers();
});

test.each([10, -10])(
  'a mail is due at once, and then after the pause, also on a node whose clock is %d minutes off',
  async (off) => {
    const mails = mailModel(await database.connect());
    const open = () =>
      new MailQueue(
        mails,
        'secret',
        () => new Date(),
        () => performance.now(),
      );
    const [here, there] = [open(), open()];
    const noPause = () => 0;
    const anHour = () => 60 * 60_000;
    const onTheOther = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
      holdDate(Date.now() + off * 60_000);
      try {
        return await work();
      } finally {
        jest.useRealTimers();
      }
    };
    await onTheOther(async () =>
      there.add('forgot', { email: 'a@example.org', language: 'en-GB' }, `${off}`),
    );
    expect(await here.take(noPause)).toMatchObject({ _id: `${off}`, attempts: 1 });
    expect(await onTheOther(async () => there.take(anHour))).toMatchObject({ _id: `${off}`, attempts: 2 });
    expect(await here.take(noPause)).toBeNull();
    await here.remove(`${off}`);
  },
);
