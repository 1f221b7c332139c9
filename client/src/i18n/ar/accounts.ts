import type { Texts } from '../catalogue';
import type { accounts as original } from '../en-GB/accounts';

export const accounts: Texts<typeof original> = {
  login_title: 'مرحبًا بك في Livelane',
  login_about_1:
    'Livelane لوحة كانبان للفرق التي تعمل في الوقت نفسه. ما يحرّكه شخص يراه الجميع فورًا وبالترتيب نفسه.',
  login_about_2:
    'يُنظَّم العمل في مساحات عمل ومشاريع. لكل مشروع لوحة، ولوحتك الشخصية تجمع مهامك من جميع المشاريع.',
  login_about_3:
    'لا يضيع عمل أحد ولا يُستبدل دون علمه: إذا غيّر شخصان الشيء نفسه أُبلغ كلاهما، والاتصال السيئ لا يسبب سوى التأخير.',
  login_about_4: 'إنه برنامج حر. يعمل على جهازك بأمر واحد ويحفظ بياناتك حيث تضعها.',
  login_form: 'تسجيل الدخول',
  login_submit: 'تسجيل الدخول',
  login_submitting: 'جارٍ تسجيل الدخول',
  login_no_account: 'ليس لديك حساب؟',
  login_register: 'أنشئ حسابًا',
  register_title: 'أنشئ حسابك',
  register_intro: 'حساب واحد لجميع مساحات عملك.',
  register_submit: 'إنشاء الحساب',
  register_submitting: 'جارٍ إنشاء الحساب',
  register_done: 'حسابك جاهز. يُرجى تسجيل الدخول.',
  register_has_account: 'لديك حساب بالفعل؟',
  register_login: 'سجّل الدخول',
  field_first_name: 'الاسم الأول',
  field_surname: 'اسم العائلة',
  field_email: 'البريد الإلكتروني',
  field_password: 'كلمة المرور',
  field_password_confirm: 'تأكيد كلمة المرور',
  forgot_link: 'هل نسيت كلمة المرور؟',
};
