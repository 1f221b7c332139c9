import type { Texts } from '../catalogue';
import type { joining as english } from '../en-GB/joining';

export const joining: Texts<typeof english> = {
  invitation_title: 'لديك دعوة',
  invitation_text: 'يدعوك {name} إلى «{workspace}» على Livelane.',
  invitation_text_project: 'يدعوك {name} إلى «{project}» في «{workspace}» على Livelane.',
  invitation_roles: 'ستنضم بدور {role}.',
  invitation_roles_project: 'ستنضم بدور {role}، وإلى المشروع بدور {projectRole}.',
  invitation_accept: 'قبول الدعوة',
  invitation_accepting: 'جارٍ الانضمام',
  invitation_as: 'سجّلت الدخول باسم {email}.',
  invitation_other: 'هذه الدعوة مخصصة لـ {email}. سجّل الدخول بهذا الحساب لقبولها.',
  invitation_register: 'إنشاء حساب للانضمام',
  invitation_login: 'لدي حساب: تسجيل الدخول',
  invitation_registered: 'حسابك جاهز وقد انضممت. يرجى تسجيل الدخول.',
  invitation_until: 'صالحة حتى {date}',
  link_invalid: 'هذا الرابط غير صالح',
  link_invalid_text: 'ربما استُخدم أو سُحب أو استُبدل، أو أنه قديم جدًا. اطلب رابطًا جديدًا.',
  reset_title: 'اختيار كلمة مرور جديدة',
  reset_text: 'سيُسجَّل خروجك من كل مكان.',
  reset_submit: 'حفظ كلمة المرور',
  reset_submitting: 'جارٍ الحفظ',
  reset_done: 'تم تغيير كلمة المرور. يرجى تسجيل الدخول.',
};
