import type { Texts } from '../catalogue';
import type { starting as english } from '../en-GB/starting';

export const starting: Texts<typeof english> = {
  start_steps: '最初のステップ',
  start_step_workspace: 'ワークスペース',
  start_step_project: 'プロジェクト',
  start_step_people: 'メンバー',
  start_workspace: 'ワークスペースを作りましょう',
  start_workspace_text: 'ワークスペースには、チームのプロジェクトをまとめます。',
  start_workspace_description: 'チームの仕事',
  start_wait: 'チームはもう利用していますか？ 同僚に {email} を招待してもらってください。',
  start_project: '「{workspace}」に最初のプロジェクトを追加しましょう',
  start_project_text: 'プロジェクトごとに専用のボードがあります。',
  start_project_description: 'タスクと担当者',
  start_people: '「{project}」にメンバーを招待しましょう',
  start_people_text: 'リンクを送りましょう。開いた人はワークスペースとプロジェクトに参加します。',
  start_continue: '次へ',
  start_board: 'ボードへ',
  add_person: 'ワークスペースのメンバーまたはメールアドレス',
  add_person_nobody:
    'ワークスペースの全員がすでにこのプロジェクトに参加しています。ほかの人のメールアドレスを入力してください。',
  add_person_text:
    'ワークスペースのメンバーを選ぶか、ほかの人のメールアドレスを入力してください。その人は「{workspace}」にも参加します。',
  add_project: 'プロジェクトにも追加',
  add_project_none: '今はしない',
  add_project_role: 'プロジェクトでの役割',
  add_unknown: '{email} で登録している人はいません。本人だけが使えるリンクで招待してください。',
  role_lowered_title: '{name} さんを「{project}」の閲覧者にしますか？',
  role_lowered_text: 'ボードの閲覧はできますが変更はできなくなり、すべてのタスクの担当から外れます。',
  role_lowered_verb: '閲覧者にする',
};
