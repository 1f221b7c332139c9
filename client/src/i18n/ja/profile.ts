import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'プロフィール',
  profile_details: 'ユーザー情報',
  profile_password: 'パスワードの変更',
  profile_password_submit: 'パスワードを変更',
  profile_password_warning: 'パスワードを変更するとログアウトします。',
  user_updated: 'ユーザー情報を更新しました',
  password_updated: 'パスワードを更新しました',
  error_updating_user: 'ユーザー情報の更新エラー',
  error_updating_password: 'パスワードの更新エラー',
  error_all_fields_required: 'すべての項目を入力してください',
  field_old_password: '現在のパスワード',
  field_new_password: '新しいパスワード',
  field_new_password_confirm: '新しいパスワード（確認）',
  profile_email_pending: '{email} にメールを送信しました。メール内のリンクを開くとアドレスが変更されます。',
  profile_email_keep: '今のアドレスのままにする',
  account_delete_title: 'アカウントを削除',
  account_delete_open: 'アカウントを削除…',
  account_delete_text:
    'すべてのワークスペースとプロジェクトから退出します。書いたものは「退会したユーザー」のものとして残ります。名前、メールアドレス、設定、通知は消去され、すべての場所からログアウトされます。この操作は取り消せません。',
  account_delete_tasks:
    '{count, plural, =0 {あなたが担当するタスクはありません。} other {# 件のタスクの担当から外れます。}}',
  account_delete_owner:
    'あなたは次のワークスペースの最後のオーナーです。先にほかの人をオーナーにするか、削除してください：',
  account_delete_error: '削除の影響を読み込めませんでした。',
  account_deleted: 'アカウントを削除しました',
  sessions_title: 'ログイン中の場所',
  sessions_here: 'このブラウザー',
  sessions_unknown: '不明なブラウザー',
  sessions_device: '{browser}（{system}）',
  sessions_seen: '最終アクセス {date}',
  sessions_since: 'ログイン {date}',
  sessions_end: 'そこからログアウト',
  sessions_end_of: 'そこからログアウト：{name}',
  sessions_end_others: 'ほかのすべてからログアウト',
  sessions_ended: 'ログアウトしました',
  sessions_error: 'セッションを読み込めませんでした。',
};
