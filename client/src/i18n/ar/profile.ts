import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'الملف الشخصي',
  profile_details: 'بياناتك',
  profile_password: 'تغيير كلمة المرور',
  profile_password_submit: 'تغيير كلمة المرور',
  profile_password_warning: 'سيُسجَّل خروجك بعد تغيير كلمة المرور.',
  user_updated: 'تم تحديث المستخدم',
  password_updated: 'تم تحديث كلمة المرور',
  error_updating_user: 'خطأ في تحديث المستخدم',
  error_updating_password: 'خطأ في تحديث كلمة المرور',
  error_all_fields_required: 'جميع الحقول مطلوبة',
  field_old_password: 'كلمة المرور القديمة',
  field_new_password: 'كلمة المرور الجديدة',
  field_new_password_confirm: 'تأكيد كلمة المرور الجديدة',
  profile_email_pending: 'أرسلنا رسالة إلى {email}. سيتغير عنوانك عندما تفتح الرابط الذي فيها.',
  profile_email_keep: 'الإبقاء على العنوان الحالي',
  account_delete_title: 'حذف الحساب',
  account_delete_open: 'حذف الحساب…',
  account_delete_text:
    'ستغادر كل مساحات العمل والمشاريع. يبقى ما كتبته منسوبًا إلى مستخدم سابق. ويُمحى اسمك وبريدك الإلكتروني وإعداداتك وإشعاراتك، ويُسجَّل خروجك من كل مكان. لا يمكن التراجع عن ذلك.',
  account_delete_tasks:
    '{count, plural, =0 {لا توجد مهام مسندة إليك.} zero {لا توجد مهام مسندة إليك.} one {لن تعود مهمة واحدة مسندة إليك.} two {لن تعود مهمتان مسندتين إليك.} few {لن تعود # مهام مسندة إليك.} many {لن تعود # مهمة مسندة إليك.} other {لن تعود # مهمة مسندة إليك.}}',
  account_delete_owner: 'أنت المالك الأخير لمساحات العمل هذه. اجعل شخصًا آخر مالكًا أو احذفها أولًا:',
  account_delete_error: 'تعذّر تحميل ما سيترتب على الحذف.',
  account_deleted: 'حُذف حسابك',
  sessions_title: 'أماكن تسجيل دخولك',
  sessions_here: 'هذا المتصفح',
  sessions_unknown: 'متصفح غير معروف',
  sessions_seen: 'آخر ظهور {date}',
  sessions_since: 'سُجّل الدخول {date}',
  sessions_end: 'تسجيل الخروج هناك',
  sessions_end_of: 'تسجيل الخروج هناك: {name}',
  sessions_end_others: 'تسجيل الخروج من كل الأماكن الأخرى',
  sessions_ended: 'سُجّل الخروج هناك',
  sessions_error: 'تعذّر تحميل جلساتك.',
};
