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
};
