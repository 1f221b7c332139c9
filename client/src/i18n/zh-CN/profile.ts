import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: '个人资料',
  profile_details: '你的信息',
  profile_password: '修改密码',
  profile_password_submit: '修改密码',
  profile_password_warning: '修改密码后你将退出登录。',
  user_updated: '用户已更新',
  password_updated: '密码已更新',
  error_updating_user: '更新用户时出错',
  error_updating_password: '更新密码时出错',
  error_all_fields_required: '所有字段均为必填',
  field_old_password: '旧密码',
  field_new_password: '新密码',
  field_new_password_confirm: '确认新密码',
  profile_email_pending: '我们已向 {email} 发送邮件。打开其中的链接后，你的地址将会更改。',
  profile_email_keep: '保留当前地址',
};
