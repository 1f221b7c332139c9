import type { Texts } from '../catalogue';
import type { starting as english } from '../en-GB/starting';

export const starting: Texts<typeof english> = {
  start_steps: 'Primeiros passos',
  start_step_workspace: 'Espaço de trabalho',
  start_step_project: 'Projeto',
  start_step_people: 'Pessoas',
  start_workspace: 'Crie seu espaço de trabalho',
  start_workspace_text: 'Um espaço de trabalho reúne os projetos da sua equipe.',
  start_workspace_description: 'No que nossa equipe trabalha',
  start_wait: 'Sua equipe já está aqui? Peça a um colega que convide {email}.',
  start_project: 'Adicione o primeiro projeto a “{workspace}”',
  start_project_text: 'Cada projeto tem seu próprio quadro.',
  start_project_description: 'Tarefas e quem as faz',
  start_people: 'Convide pessoas para “{project}”',
  start_people_text: 'Envie um link: quem o abrir entra no espaço de trabalho e no projeto.',
  start_continue: 'Continuar',
  start_board: 'Ir para o quadro',
  add_person: 'Membro do espaço de trabalho ou e-mail',
  add_person_nobody: 'Todos do espaço de trabalho já estão neste projeto. Digite o e-mail de outra pessoa.',
  add_person_text:
    'Escolha um membro do espaço de trabalho ou digite o e-mail de outra pessoa: ela também entra em “{workspace}”.',
  add_project: 'Adicionar também a um projeto',
  add_project_none: 'Agora não',
  add_project_role: 'Função no projeto',
  add_unknown: 'Ninguém está registrado como {email}. Convide a pessoa com um link que só ela pode usar.',
  role_lowered_title: 'Tornar {name} leitor de “{project}”?',
  role_lowered_text:
    'A pessoa ainda poderá ler o quadro, mas não alterá-lo, e as tarefas dele deixarão de estar atribuídas a ela.',
  role_lowered_verb: 'Tornar leitor',
};
