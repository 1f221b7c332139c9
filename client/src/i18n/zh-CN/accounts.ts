import type { Texts } from '../catalogue';
import type { accounts as original } from '../en-GB/accounts';

export const accounts: Texts<typeof original> = {
  login_title: '欢迎使用 Livelane',
  login_about_1: 'Livelane 是为同时协作的团队准备的看板。一个人移动了什么，所有人都会立刻以相同的顺序看到。',
  login_about_2: '工作按工作区和项目组织。每个项目都有一个看板，你的个人看板则汇集你在所有项目中的任务。',
  login_about_3:
    '没有人的工作会丢失或被悄悄覆盖：两个人修改同一处时，双方都会得到通知；网络不好也只是稍有延迟。',
  login_about_4: '它是自由软件。只需一条命令就能在你自己的机器上运行，数据保存在你指定的地方。',
  login_form: '登录',
  login_submit: '登录',
  login_submitting: '正在登录',
  login_no_account: '还没有账号？',
  login_register: '创建账号',
  register_title: '创建账号',
  register_intro: '一个账号即可使用你的所有工作区。',
  register_submit: '创建账号',
  register_submitting: '正在创建账号',
  register_done: '账号已就绪，请登录。',
  register_has_account: '已经注册？',
  register_login: '登录',
  field_first_name: '名',
  field_surname: '姓',
  field_email: '邮箱',
  field_password: '密码',
  field_password_confirm: '确认密码',
  forgot_link: '忘记密码？',
};
