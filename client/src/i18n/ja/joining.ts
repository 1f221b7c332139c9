import type { Texts } from '../catalogue';
import type { joining as english } from '../en-GB/joining';

export const joining: Texts<typeof english> = {
  invitation_title: '招待が届いています',
  invitation_text: '{name} さんが Livelane の「{workspace}」に招待しています。',
  invitation_text_project: '{name} さんが Livelane の「{workspace}」にある「{project}」に招待しています。',
  invitation_roles: '{role}として参加します。',
  invitation_roles_project: 'ワークスペースには{role}として、プロジェクトには{projectRole}として参加します。',
  invitation_accept: '招待を承諾',
  invitation_accepting: '参加手続き中',
  invitation_as: '{email} でログインしています。',
  invitation_other: 'この招待は {email} 宛てです。承諾するには、そのアカウントでログインしてください。',
  invitation_switch: '別のアカウントを使う',
  invitation_register: 'アカウントを作成して参加',
  invitation_login: 'アカウントを持っています：ログインして参加',
  invitation_registered: 'アカウントが作成され、参加しました。ログインしてください。',
  invitation_until: '{date} まで有効です。',
  link_invalid: 'このリンクは無効です',
  link_invalid_text:
    '使用済み、取り消し済み、置き換え済み、または期限切れの可能性があります。新しいリンクを依頼してください。',
  reset_title: '新しいパスワードを設定',
  reset_text: 'すべての場所からログアウトされます。',
  reset_submit: 'パスワードを保存',
  reset_submitting: '保存しています',
  reset_done: 'パスワードを変更しました。ログインしてください。',
  forgot_title: 'パスワードをお忘れですか？',
  forgot_text:
    'アカウントのメールアドレスを入力してください。新しいパスワードを設定するリンクをお送りします。',
  forgot_no_mail:
    'このサーバーはメールを送信しません。新しいパスワードを設定するリンクをシステム管理者に依頼してください。',
  forgot_submit: 'リンクを送信',
  forgot_submitting: '送信中',
  forgot_done: '{email} のアカウントがあれば、リンクを記載したメールをお送りします。有効期間は 1 時間です。',
  forgot_again: '別のアドレスで試す',
  confirm_title: 'メールアドレスの確認',
  confirm_text: '確認後は新しいアドレスでログインします。',
  confirm_submit: 'アドレスを確認',
  confirm_submitting: '確認中',
  confirm_done: '新しいアドレスを確認しました。',
  unsubscribe_title: '通知メールの停止',
  unsubscribe_text: 'Livelane では引き続きすべて表示されます。メールは通知の設定で再開できます。',
  unsubscribe_submit: 'メールを停止',
  unsubscribe_submitting: '停止中',
  unsubscribe_done: '今後これらのメールは届きません。',
  provider_sign_in: '{name} で続ける',
  provider_failed: 'ログインできませんでした。もう一度お試しください。',
  provider_unverified:
    'プロバイダーがメールアドレスを確認していません。システム管理者にお問い合わせください。',
  provider_unavailable: 'プロバイダーが応答しません。後でもう一度試すか、パスワードをお使いください。',
  provider_closed: 'ここでは招待された人だけがアカウントを作成できます。',
  registration_closed:
    'ここでは招待された人だけがアカウントを作成できます。招待のリンクを開くか、招待を依頼してください。',
};
