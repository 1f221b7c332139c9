import type { Texts } from '../catalogue';
import type { starting as english } from '../en-GB/starting';

export const starting: Texts<typeof english> = {
  start_steps: 'Premiers pas',
  start_step_workspace: 'Espace de travail',
  start_step_project: 'Projet',
  start_step_people: 'Personnes',
  start_workspace: 'Créez votre espace de travail',
  start_workspace_text: 'Un espace de travail réunit les projets de votre équipe.',
  start_workspace_description: 'Ce sur quoi notre équipe travaille',
  start_wait: 'Votre équipe est déjà ici ? Demandez à un collègue d’inviter {email}.',
  start_project: 'Ajoutez le premier projet à « {workspace} »',
  start_project_text: 'Chaque projet a son propre tableau.',
  start_project_description: 'Les tâches et qui les fait',
  start_people: 'Invitez des personnes dans « {project} »',
  start_people_text: 'Envoyez un lien : quiconque l’ouvre rejoint l’espace de travail et le projet.',
  start_continue: 'Continuer',
  start_board: 'Aller au tableau',
  add_person: 'Membre de l’espace de travail ou adresse e-mail',
  add_person_nobody:
    'Tous les membres de l’espace de travail sont déjà dans ce projet. Saisissez l’adresse e-mail d’une autre personne.',
  add_person_text:
    'Choisissez un membre de l’espace de travail, ou saisissez l’adresse e-mail d’une autre personne : elle rejoint aussi « {workspace} ».',
  add_project: 'Ajouter aussi à un projet',
  add_project_none: 'Pas maintenant',
  add_project_role: 'Rôle dans le projet',
  add_unknown:
    'Personne n’est inscrit sous {email}. Invitez cette personne par un lien qu’elle seule peut utiliser.',
  role_lowered_title: 'Donner à {name} le rôle de lecteur dans « {project} » ?',
  role_lowered_text:
    'Cette personne pourra encore lire le tableau, mais plus le modifier, et sera retirée de toutes ses tâches.',
  role_lowered_verb: 'Donner ce rôle',
};
