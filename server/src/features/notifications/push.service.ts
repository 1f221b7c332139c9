import { lookup } from 'node:dns';
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pageOf } from '@livelane/shared/notifications/notification.page';
import type { PushSubscriptionInput } from '@livelane/shared/notifications/notification.schema';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import type { Logger } from 'pino';
import type { ChangesOf } from '../../database/connect';
import { RememberedReads } from '../../database/remembered-reads';
import { AppError } from '../../http/errors';
import { isPrivateAddress } from '../../http/private-address';
import type { SignedIn } from '../../http/route';
import { derivedId } from '../../oplog/derived-id';
import { sentenceOf } from './notification.mail';
import type { NotificationDocument } from './notification.model';
import type { NotificationView } from './notification.view';
import { isQuiet, type PersonSettings } from './person-settings';
import type { PushKeys } from './push-keys';

/** How long a push service keeps an unfetched message, in seconds, and may take to answer, in milliseconds. */
const KEPT_SECONDS = 24 * 60 * 60;
/** From a connection of its own to the answer's status. */
const ANSWER_MS = 10_000;
/** Further pushes wait: services that answer slowly must not take all connections (R32). */
const CONNECTIONS = { maxSockets: 16, maxTotalSockets: 64 };
/** Browsers of one person. */
const MAX_SUBSCRIPTIONS = 20;

/** A person's browser, which is notified even when it is closed. */
interface SubscriptionDocument {
  _id: string;
  userId: string;
  /** It ends with this session. */
  sessionId: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  createdAt: Date;
}

const subscriptionSchema = new Schema<SubscriptionDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    sessionId: { type: String, required: true },
    endpoint: { type: String, required: true },
    keys: new Schema(
      { p256dh: { type: String, required: true }, auth: { type: String, required: true } },
      { _id: false, strict: 'throw' },
    ),
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
subscriptionSchema.index({ userId: 1 });

interface Dependencies {
  connection: Connection;
  changesOf: ChangesOf;
  view: NotificationView;
  settings: PersonSettings;
  isAlive: (sessionId: string, userId: string) => Promise<boolean>;
  keys: Pick<PushKeys, 'read'>;
  publicUrl: () => URL;
  /** For tests: push services on private addresses, also without https. */
  allowsPrivate: boolean;
  logger: Logger;
  now: () => Date;
}

/** Web push: notifications for browsers while none of our pages is open. */
export class PushService {
  private readonly model: Model<SubscriptionDocument>;
  /** By person. */
  private readonly subscriptions: RememberedReads<string, SubscriptionDocument[]>;
  private readonly agents = { http: new HttpAgent(CONNECTIONS), https: new HttpsAgent(CONNECTIONS) };

  constructor(private readonly deps: Dependencies) {
    this.model = deps.connection.model<SubscriptionDocument>(
      'PushSubscription',
      subscriptionSchema,
      'pushsubscriptions',
    );
    this.subscriptions = new RememberedReads([this.model.collection.name], deps.changesOf, (ids) =>
      this.readMany(ids),
    );
  }

  /** The key by which a browser lets this installation, and no other one, push to it. */
  async publicKey(): Promise<string> {
    return (await this.deps.keys.read()).publicKey;
  }

  /** @throws AppError `invalid_input` for an endpoint that is not public */
  async subscribe(
    { userId, sessionId }: SignedIn,
    { endpoint, keys }: PushSubscriptionInput,
  ): Promise<string> {
    this.requirePublic(endpoint);
    const _id = derivedId(endpoint, 'push');
    const fields = { userId, sessionId, endpoint, keys, createdAt: this.deps.now() };
    // A browser subscribes again whenever it opens a page.
    const others = { userId, _id: trusted({ $ne: _id }) };
    if ((await this.model.countDocuments(others)) >= MAX_SUBSCRIPTIONS) await this.model.deleteOne(others);
    await this.model.updateOne({ _id }, { $set: fields }, { upsert: true });
    return _id;
  }

  async unsubscribe(userId: string, subscriptionId: string): Promise<void> {
    const { deletedCount } = await this.model.deleteOne({ _id: subscriptionId, userId });
    if (deletedCount === 0) throw new AppError('not_found');
  }

  async removeAllOfUser(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }

  /** Sends them to the browsers of their readers, in the background. */
  deliver(notifications: readonly NotificationDocument[]): void {
    if (notifications.length === 0) return;
    this.sendAll(notifications).catch((error: unknown) =>
      this.deps.logger.warn({ err: error }, 'notifications could not be pushed'),
    );
  }

  private async sendAll(notifications: readonly NotificationDocument[]): Promise<void> {
    await Promise.all(
      notifications.map(async (each) => this.sendToPerson(each, await this.subscriptions.read(each.userId))),
    );
  }

  private async readMany(userIds: readonly string[]): Promise<SubscriptionDocument[][]> {
    const found = await this.model.find({ userId: trusted({ $in: [...userIds] }) }).lean();
    return userIds.map((id) => found.filter(({ userId }) => userId === id));
  }

  private async sendToPerson(
    notification: NotificationDocument,
    subscriptions: readonly SubscriptionDocument[],
  ): Promise<void> {
    if (subscriptions.length === 0) return;
    const { userId, reason } = notification;
    const settings = await this.deps.settings.of(userId);
    if (!settings.reasons[reason].push || isQuiet(settings, this.deps.now())) return;
    const [shown] = await this.deps.view.present(userId, [notification]);
    if (!shown) return;
    const { taskId, title, name } = shown;
    const payload = JSON.stringify({
      title: title || name,
      body: sentenceOf(shown, settings.language),
      tag: taskId ?? shown.id,
      language: settings.language,
      url: pageOf(shown) ?? '/notifications',
    });
    await Promise.all(subscriptions.map((each) => this.send(each, payload)));
  }

  private async send(subscription: SubscriptionDocument, payload: string): Promise<void> {
    const { _id, endpoint, keys, sessionId, userId } = subscription;
    if (!(await this.deps.isAlive(sessionId, userId))) return this.forget(_id);
    try {
      const { publicKey, privateKey } = await this.deps.keys.read();
      const { default: webPush } = await import('web-push');
      const details = webPush.generateRequestDetails({ endpoint, keys }, payload, {
        TTL: KEPT_SECONDS,
        vapidDetails: {
          subject:
            this.deps.publicUrl().protocol === 'https:'
              ? this.deps.publicUrl().href
              : 'mailto:nobody@localhost.invalid',
          publicKey,
          privateKey,
        },
      });
      const status = await this.post(endpoint, details.headers, details.body);
      if (status === 404 || status === 410) await this.forget(_id);
      else if (status >= 400) throw new Error(`the push service answers ${status}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.deps.logger.warn({ push: new URL(endpoint).host, reason }, 'a browser could not be notified');
    }
  }

  private async forget(subscriptionId: string): Promise<void> {
    await this.model.deleteOne({ _id: subscriptionId });
  }

  private post(endpoint: string, headers: object, body: Buffer | null): Promise<number> {
    const url = this.requirePublic(endpoint);
    const isSecure = url.protocol === 'https:';
    const send = isSecure ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        headers: { ...headers },
        agent: isSecure ? this.agents.https : this.agents.http,
        ...(!this.deps.allowsPrivate && { lookup: publicLookup }),
      };
      const call: ClientRequest = send(url, options, (answer) => {
        // Whatever else it sends, without end perhaps, is not wanted.
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      call.once('socket', () => {
        const late = () => call.destroy(new Error('the push service does not answer'));
        const timer = setTimeout(late, ANSWER_MS).unref();
        call.once('close', () => clearTimeout(timer));
      });
      call.on('error', reject);
      call.end(body);
    });
  }

  private requirePublic(endpoint: string): URL {
    if (!URL.canParse(endpoint)) throw new AppError('invalid_input');
    const url = new URL(endpoint);
    if (this.deps.allowsPrivate && /^https?:$/.test(url.protocol)) return url;
    // Without the brackets of an IPv6 address and the dot that may end a full name.
    const host = url.hostname.replace(/^\[|[\].]$/g, '');
    const isName = isIP(host) === 0 && host.includes('.') && !/\.(local|localhost|internal)$/.test(host);
    if (url.protocol !== 'https:' || !(isName || (isIP(host) !== 0 && !isPrivateAddress(host))))
      throw new AppError('invalid_input');
    return url;
  }
}

/** Resolves names to public addresses only: a name may point into the operator's own network. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const open = error ? [] : addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = open;
    if (!first) callback(error ?? new Error('no public address'), '', 0);
    else if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
