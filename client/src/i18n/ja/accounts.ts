import type { Texts } from '../catalogue';
import type { accounts as original } from '../en-GB/accounts';

export const accounts: Texts<typeof original> = {
  login_title: 'Livelane へようこそ',
  login_about_1:
    'Livelane は、同時に作業するチームのためのカンバンボードです。誰かが動かしたカードは、全員の画面にすぐに、同じ順序で反映されます。',
  login_about_2:
    '作業はワークスペースとプロジェクトで管理します。プロジェクトごとにボードがあり、個人ボードにはすべてのプロジェクトのあなたのタスクが集まります。',
  login_about_3:
    '誰の作業も、失われたり知らないうちに上書きされたりしません。二人が同じものを変更すると両方に通知され、接続が悪くても反映が遅れるだけです。',
  login_about_4:
    'Livelane は自由ソフトウェアです。コマンド一つで自分のコンピューター上で動き、データは自分の選んだ場所に保管されます。',
  login_form: 'ログイン',
  login_submit: 'ログイン',
  login_submitting: 'ログイン中',
  login_no_account: 'アカウントをお持ちでない場合は',
  login_register: 'アカウントを作成',
  register_title: 'アカウントを作成',
  register_intro: '一つのアカウントですべてのワークスペースを使えます。',
  register_submit: 'アカウントを作成',
  register_submitting: 'アカウントを作成中',
  register_done: 'アカウントの準備ができました。ログインしてください。',
  register_has_account: '登録済みの場合は',
  register_login: 'ログイン',
  field_first_name: '名',
  field_surname: '姓',
  field_email: 'メールアドレス',
  field_password: 'パスワード',
  field_password_confirm: 'パスワード（確認）',
  forgot_link: 'パスワードをお忘れですか？',
};
