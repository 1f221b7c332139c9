import type { Texts } from '../catalogue';
import type { accounts as original } from '../en-GB/accounts';

export const accounts: Texts<typeof original> = {
  login_title: 'Boas-vindas ao Livelane',
  login_about_1:
    'O Livelane é um quadro kanban para equipes que trabalham ao mesmo tempo. O que uma pessoa move, todas veem, na hora e na mesma ordem.',
  login_about_2:
    'O trabalho fica em espaços de trabalho e projetos. Cada projeto tem um quadro, e o seu quadro pessoal reúne as suas tarefas de todos eles.',
  login_about_3:
    'O trabalho de ninguém se perde nem é sobrescrito em silêncio: quando duas pessoas mudam a mesma coisa, as duas ficam sabendo, e uma conexão ruim só causa atrasos.',
  login_about_4:
    'É software livre. Roda na sua própria máquina com um único comando e guarda os seus dados onde você os coloca.',
  login_form: 'Entrar',
  login_submit: 'Entrar',
  login_submitting: 'Entrando',
  login_no_account: 'Ainda não tem conta?',
  login_register: 'Crie uma',
  register_title: 'Crie sua conta',
  register_intro: 'Uma conta para todos os seus espaços de trabalho.',
  register_submit: 'Criar conta',
  register_submitting: 'Criando a conta',
  register_done: 'Sua conta está pronta. Você já pode entrar.',
  register_has_account: 'Já tem conta?',
  register_login: 'Entre',
  field_first_name: 'Nome',
  field_surname: 'Sobrenome',
  field_email: 'E-mail',
  field_password: 'Senha',
  field_password_confirm: 'Confirmar senha',
  forgot_link: 'Esqueceu sua senha?',
};
