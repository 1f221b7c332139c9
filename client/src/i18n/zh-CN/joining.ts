import type { Texts } from '../catalogue';
import type { joining as english } from '../en-GB/joining';

export const joining: Texts<typeof english> = {
  invitation_title: '您收到了邀请',
  invitation_text: '{name} 邀请您加入 Livelane 上的“{workspace}”。',
  invitation_text_project: '{name} 邀请您加入 Livelane 上“{workspace}”中的“{project}”。',
  invitation_roles: '您将以{role}身份加入。',
  invitation_roles_project: '您将以{role}身份加入，在项目中为{projectRole}。',
  invitation_accept: '接受邀请',
  invitation_accepting: '正在加入',
  invitation_as: '您已登录为 {email}。',
  invitation_other: '此邀请发给 {email}。请用该账户登录后接受。',
  invitation_register: '创建账户并加入',
  invitation_login: '我有账户：登录',
  invitation_registered: '您的账户已就绪并已加入。请登录。',
  invitation_until: '有效期至 {date}',
  link_invalid: '此链接无效',
  link_invalid_text: '它可能已被使用、撤回或替换，或者已过期。请索取新的链接。',
  reset_title: '设置新密码',
  reset_text: '您将在所有地方退出登录。',
  reset_submit: '保存密码',
  reset_submitting: '正在保存',
  reset_done: '您的密码已更改。请登录。',
};
