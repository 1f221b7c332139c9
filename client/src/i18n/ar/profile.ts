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
};
