import type { Texts } from '../catalogue';
import type { inviting as english } from '../en-GB/inviting';

export const inviting: Texts<typeof english> = {
  invite: 'リンクで招待',
  invite_title: 'メンバーを招待',
  invite_text:
    'リンクを開いた人には、招待者と招待先が表示され、自分のアカウントまたは新しいアカウントで参加できます。',
  invite_email: 'メール（任意）',
  invite_email_hint: 'このアドレスのアカウントだけが、1 回だけリンクを使えます。',
  invite_uses: '利用できる人数',
  invite_create: 'リンクを作成',
  invite_link: 'リンク',
  invite_copy: 'リンクをコピー',
  invite_copied: 'リンクをコピーしました',
  invite_secret: 'リンクが表示されるのは今だけです。{date} まで有効です。',
  invite_qr: 'リンクの QR コード',
  invite_done: '完了',
  invitations_open: '有効な招待',
  invitations_for: '{email} 宛て',
  invitations_link: '{count, plural, other {# 人用のリンク}}',
  invitations_used: '{maxUses} 人中 {uses} 人が使用済み',
  invitations_until: '{date} まで有効',
  invitations_revoke: '取り消す',
  invitations_revoke_of: '取り消す：{name}',
  invitations_revoked: '招待を取り消しました',
  invite_mailed: 'リンクを記載したメールを {email} に送信しています。',
};
