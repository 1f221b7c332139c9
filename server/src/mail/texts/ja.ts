import type { MailTexts } from './en-GB';

/** Japanese. */
export const ja: MailTexts = {
  reset_subject: '新しいパスワードの設定',
  reset_text:
    'Livelane アカウント {email} の新しいパスワードが要求されました。リンクの有効期間は 1 時間、使用は 1 回限りです。',
  reset_button: '新しいパスワードを設定',
  ignore: 'お心当たりがない場合は、このメールを無視してください。何も変更されません。',
  changed_subject: 'パスワードが変更されました',
  changed_text: 'Livelane アカウント {email} のパスワードが変更され、すべての端末でログアウトされました。',
  changed_not_you:
    'お心当たりがない場合は、すぐに新しいパスワードを要求し、システム管理者に連絡してください。',
  confirm_subject: '新しいメールアドレスの確認',
  confirm_text:
    'Livelane アカウントで {email} を使うには、24 時間以内にご本人のアドレスであることを確認してください。',
  confirm_button: 'アドレスを確認',
  moved_subject: 'メールアドレスが変更されました',
  moved_text: 'Livelane アカウントのアドレスは、このアドレスから {email} に変更されました。',
  moved_not_you: 'お心当たりがない場合は、すぐにシステム管理者に連絡してください。',
  invitation_subject: '{name} さんが「{workspace}」に招待しています',
  invitation_text: '{name} さんが Livelane の「{workspace}」にあなたを招待しています。',
  invitation_text_project:
    '{name} さんが Livelane の「{workspace}」のプロジェクト「{project}」にあなたを招待しています。',
  invitation_button: '招待を見る',
  invitation_until: '招待の有効期限は {date} です。',
  test_subject: 'Livelane からメールを送信できます',
  test_text: 'これは「npm run doctor -- --mail」が送るメールです。届いているので、ほかのメールも届きます。',
  mentioned: '{actor}が「{title}」であなたにメンションしました。',
  assigned: '{actor}が「{title}」をあなたに割り当てました。',
  comment: '{actor}が「{title}」にコメントしました。',
  completed: '{actor}が「{title}」を完了しました。',
  deleted: '{actor}が「{title}」を削除しました。',
  due_tomorrow: '「{title}」の期限は明日です。',
  due_today: '「{title}」の期限は今日です。',
  overdue: '「{title}」の期限が過ぎています。',
  added: '{actor}があなたを「{name}」に追加しました。',
  removed: '{actor}があなたを「{name}」から外しました。',
  role_changed: '{actor}が「{name}」でのあなたの役割を変更しました。',
  task_subject: '{name}：{title}',
  open_task: 'タスクを開く',
  open_livelane: 'Livelane を開く',
  digest_subject: 'Livelane のまとめ',
  because: 'このメールは設定に基づいて送信されています',
  unsubscribe: 'これらのメールをすべて停止',
  somebody: 'だれか',
};
