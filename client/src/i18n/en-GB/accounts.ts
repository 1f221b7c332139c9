export const accounts = {
  login_title: 'Welcome to Livelane',
  login_about_1:
    'Livelane is a kanban board for teams that work at the same time. What one person moves, everyone sees, at once and in the same order.',
  login_about_2:
    'Work is kept in workspaces and projects. Each project has a board, and your personal board gathers your tasks from all of them.',
  login_about_3:
    'No work is lost or silently overwritten. If two people change the same thing, both are told, and a bad connection only delays things.',
  login_about_4:
    'It is free software. It runs on your own machine with one command and keeps your data where you put it.',
  login_form: 'Log in',
  login_submit: 'sign in',
  login_submitting: 'signing in',
  login_no_account: 'No account yet?',
  login_register: 'Create one',
  register_title: 'Create your account',
  register_intro: 'One account for all your workspaces.',
  register_submit: 'Create account',
  register_submitting: 'Creating account',
  register_done: 'Your account is ready. Please log in.',
  register_has_account: 'Already registered?',
  register_login: 'Log in',
  field_first_name: 'First name',
  field_surname: 'Surname',
  field_email: 'Email',
  field_password: 'Password',
  field_password_confirm: 'Confirm password',
  forgot_link: 'Forgot your password?',
} as const;
