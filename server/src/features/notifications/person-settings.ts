import {
  type NotificationReason,
  type NotificationSettings,
  type NotificationSettingsInput,
  type NotificationWay,
  notificationReasons,
} from '@livelane/shared/notifications/notification.schema';
import { DEFAULT_LANGUAGE } from '@livelane/shared/values/languages';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import type { ChangesOf } from '../../database/connect';
import { RememberedReads } from '../../database/remembered-reads';

interface SettingsDocument {
  /** The user's id. */
  _id: string;
  language?: NotificationSettings['language'];
  timeZone?: string;
  quietHours?: NotificationSettings['quietHours'];
  digestAt?: string;
  reasons?: Partial<Record<NotificationReason, Partial<NotificationWay>>>;
  /** The day of the latest digest, in the person's time zone: YYYY-MM-DD. */
  digestOn?: string;
}

const { Mixed } = Schema.Types;
const settingsSchema = new Schema<SettingsDocument>(
  {
    _id: { type: String, required: true },
    language: { type: String },
    timeZone: { type: String },
    quietHours: { type: Mixed },
    digestAt: { type: String },
    reasons: { type: Mixed },
    digestOn: { type: String },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw', minimize: false },
);

/** Defaults for people who have chosen nothing: by mail at once, in the digest, or never. */
const MAIL: Record<NotificationReason, NotificationWay['mail']> = {
  mentioned: 'now',
  assigned: 'now',
  comment: 'now',
  completed: 'never',
  deleted: 'never',
  due_tomorrow: 'digest',
  overdue: 'digest',
  added: 'now',
  removed: 'never',
  role_changed: 'never',
};

type StoredSettings = NotificationSettings & { digestOn: string | null };

/** After the reminders of due dates (09:00), and the window of their mails: they are in the digest of the same day. */
const DEFAULT_DIGEST_AT = '09:30';
const DEFAULT_TIME_ZONE = 'UTC';

/** How people want to be notified, in which language and at what time. */
export class PersonSettings {
  private readonly model: Model<SettingsDocument>;

  private readonly reads: RememberedReads<string, StoredSettings>;

  constructor(connection: Connection, changesOf: ChangesOf) {
    this.model = connection.model<SettingsDocument>('PersonSettings', settingsSchema, 'personsettings');
    this.reads = new RememberedReads([this.model.collection.name], changesOf, (ids) => this.readMany(ids));
  }

  of(userId: string): Promise<StoredSettings> {
    return this.reads.read(userId);
  }

  /** The language that a browser has reported, which comes with a time zone other than the default; undefined before. */
  async languageOf(userId: string): Promise<NotificationSettings['language'] | undefined> {
    const { language, timeZone } = await this.of(userId);
    return timeZone === DEFAULT_TIME_ZONE ? undefined : language;
  }

  /** The settings of each of these people, by id. */
  async ofEach(userIds: readonly string[]): Promise<Map<string, StoredSettings>> {
    const settings = await Promise.all(userIds.map((userId) => this.of(userId)));
    return new Map(settings.map((each, index) => [userIds[index] ?? '', each]));
  }

  private async readMany(userIds: readonly string[]): Promise<StoredSettings[]> {
    const found = await this.model.find({ _id: trusted({ $in: [...userIds] }) }).lean();
    const stored = new Map(found.map((each) => [each._id, each]));
    return userIds.map((userId) => complete(stored.get(userId) ?? null));
  }

  /** Changes the given fields and leaves the rest. */
  async change(userId: string, input: NotificationSettingsInput): Promise<NotificationSettings> {
    const { reasons = {}, ...fields } = input;
    const set: Record<string, unknown> = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    for (const [reason, way] of Object.entries(reasons))
      for (const [name, value] of Object.entries(way ?? {}))
        if (value !== undefined) set[`reasons.${reason}.${name}`] = value;
    if (Object.keys(set).length > 0)
      await this.model.updateOne({ _id: userId }, { $set: set }, { upsert: true });
    const { digestOn: _own, ...settings } = await this.of(userId);
    return settings;
  }

  /** No mail for any reason. */
  async stopMails(userId: string): Promise<void> {
    const reasons = Object.fromEntries(
      notificationReasons.map((reason) => [reason, { mail: 'never' as const }]),
    );
    await this.change(userId, { reasons });
  }

  async digestSent(userId: string, digestOn: string): Promise<void> {
    await this.model.updateOne({ _id: userId }, { $set: { digestOn } }, { upsert: true });
  }

  async remove(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: userId });
  }
}

function complete(stored: SettingsDocument | null): StoredSettings {
  const reasons = Object.fromEntries(
    notificationReasons.map((reason) => [
      reason,
      { app: true, mail: MAIL[reason], push: MAIL[reason] === 'now', ...stored?.reasons?.[reason] },
    ]),
  ) as NotificationSettings['reasons'];
  return {
    language: stored?.language ?? DEFAULT_LANGUAGE,
    timeZone: stored?.timeZone ?? DEFAULT_TIME_ZONE,
    quietHours: stored?.quietHours ?? null,
    digestAt: stored?.digestAt ?? DEFAULT_DIGEST_AT,
    reasons,
    digestOn: stored?.digestOn ?? null,
  };
}

/** The reasons that someone does not want in the app: neither listed nor counted, nor read with all others. */
export const reasonsOutsideApp = ({ reasons }: NotificationSettings): NotificationReason[] =>
  notificationReasons.filter((reason) => !reasons[reason].app);

/** Day and time in someone's time zone: YYYY-MM-DD and HH:MM. */
export function localTime(now: Date, timeZone: string): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** Whether it is a time at which mail and push wait. */
export function isQuiet({ quietHours, timeZone }: NotificationSettings, now: Date): boolean {
  return isWithin(quietHours, localTime(now, timeZone).time);
}

/** From when on the day's digest is sent: one that was chosen within quiet hours, at their end. */
export function digestTime({ quietHours, digestAt }: NotificationSettings): string {
  return quietHours && isWithin(quietHours, digestAt) ? quietHours.to : digestAt;
}

/** Whether what came at a moment is in the digest that is due now: the day's first, of all that came before its time. */
export function isInDueDigest(
  at: Date,
  wishes: NotificationSettings & { digestOn: string | null },
  now: Date,
): boolean {
  const { day, time } = localTime(now, wishes.timeZone);
  const due = digestTime(wishes);
  if (time < due || wishes.digestOn === day) return false;
  const came = localTime(at, wishes.timeZone);
  return `${came.day} ${came.time}` < `${day} ${due}`;
}

/** @param range may include midnight */
function isWithin(range: NotificationSettings['quietHours'], time: string): boolean {
  if (!range || range.from === range.to) return false;
  const { from, to } = range;
  return from < to ? time >= from && time < to : time >= from || time < to;
}
