import type { Texts } from '../catalogue';
import type { inviting as english } from '../en-GB/inviting';

export const inviting: Texts<typeof english> = {
  invite: 'دعوة برابط',
  invite_title: 'دعوة أشخاص',
  invite_text: 'من يفتح الرابط يرى من يدعوه وإلى ماذا، ويمكنه الانضمام بحساب موجود أو جديد.',
  invite_email: 'البريد الإلكتروني (اختياري)',
  invite_email_hint: 'الحساب الذي له هذا العنوان وحده يمكنه استخدام الرابط، مرة واحدة.',
  invite_uses: 'لكم شخص',
  invite_create: 'إنشاء الرابط',
  invite_link: 'الرابط',
  invite_copy: 'نسخ الرابط',
  invite_copied: 'نُسخ الرابط',
  invite_secret: 'يظهر الرابط الآن فقط. وهو صالح حتى {date}.',
  invite_qr: 'رمز QR للرابط',
  invite_done: 'تم',
  invitations_open: 'الدعوات المفتوحة',
  invitations_for: 'لـ {email}',
  invitations_link:
    '{count, plural, zero {رابط لـ # شخص} one {رابط لشخص واحد} two {رابط لشخصين} few {رابط لـ # أشخاص} many {رابط لـ # شخصًا} other {رابط لـ # شخص}}',
  invitations_used: 'استُخدم {uses} من {maxUses}',
  invitations_until: 'صالحة حتى {date}',
  invitations_revoke: 'سحب',
  invitations_revoke_of: 'سحب: {name}',
  invitations_revoked: 'سُحبت الدعوة',
  invite_mailed: 'رسالة فيها الرابط في طريقها إلى {email}.',
};
