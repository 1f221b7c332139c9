import type { Texts } from '../catalogue';
import type { inviting as english } from '../en-GB/inviting';

export const inviting: Texts<typeof english> = {
  invite: '通过链接邀请',
  invite_title: '邀请成员',
  invite_text: '打开链接的人会看到谁邀请他们加入什么，并用自己的账号或新账号加入。',
  invite_email: '邮箱（可选）',
  invite_email_hint: '只有使用此地址的账号可以使用该链接一次。',
  invite_uses: '供多少人使用',
  invite_create: '创建链接',
  invite_link: '链接',
  invite_copy: '复制链接',
  invite_copied: '链接已复制',
  invite_secret: '链接仅在此时显示，有效期至 {date}。',
  invite_qr: '链接的二维码',
  invite_done: '完成',
  invitations_open: '有效的邀请',
  invitations_for: '发给 {email}',
  invitations_link: '{count, plural, other {供 # 人使用的链接}}',
  invitations_used: '已使用 {uses}/{maxUses}',
  invitations_until: '有效期至 {date}',
  invitations_revoke: '撤回',
  invitations_revoke_of: '撤回：{name}',
  invitations_revoked: '邀请已撤回',
  invite_mailed: '含链接的邮件正在发送至 {email}。',
};
