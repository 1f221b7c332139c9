import { type Connection, type Model, Schema } from 'mongoose';
import type { VapidKeys } from 'web-push';
import { isDuplicateKey } from '../../database/duplicate-key';

const ID = 'vapid';

interface PushKeysDocument extends VapidKeys {
  _id: typeof ID;
}

const pushKeysSchema = new Schema<PushKeysDocument>(
  {
    _id: { type: String, required: true },
    publicKey: { type: String, required: true },
    privateKey: { type: String, required: true },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);

/** The keys by which push services know this installation (VAPID): made once, by the first node that needs them. */
export class PushKeys {
  private readonly model: Model<PushKeysDocument>;
  private known: VapidKeys | null = null;

  constructor(connection: Connection) {
    this.model = connection.model<PushKeysDocument>('PushKeys', pushKeysSchema, 'pushkeys');
  }

  async read(): Promise<VapidKeys> {
    this.known ??= (await this.find()) ?? (await this.make());
    return this.known;
  }

  private find(): Promise<VapidKeys | null> {
    return this.model.findOne({ _id: ID }).lean();
  }

  private async make(): Promise<VapidKeys> {
    const { default: webPush } = await import('web-push');
    await this.model.insertOne({ _id: ID, ...webPush.generateVAPIDKeys() }).catch((error: unknown) => {
      // Another node was quicker: its keys count.
      if (!isDuplicateKey(error)) throw error;
    });
    const kept = await this.find();
    if (!kept) throw new Error('the keys of web push are not in the database');
    return kept;
  }
}
