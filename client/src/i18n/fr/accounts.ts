import type { Texts } from '../catalogue';
import type { accounts as original } from '../en-GB/accounts';

export const accounts: Texts<typeof original> = {
  login_title: 'Bienvenue dans Livelane',
  login_about_1:
    'Livelane est un tableau kanban pour les équipes qui travaillent en même temps. Ce qu’une personne déplace, tout le monde le voit, aussitôt et dans le même ordre.',
  login_about_2:
    'Le travail est rangé dans des espaces de travail et des projets. Chaque projet a son tableau, et votre tableau personnel réunit vos tâches de tous les projets.',
  login_about_3:
    'Aucun travail n’est perdu ni écrasé en silence : si deux personnes modifient la même chose, toutes deux en sont averties, et une mauvaise connexion ne fait que retarder les choses.',
  login_about_4:
    'C’est un logiciel libre. Il s’exécute sur votre propre machine en une seule commande et garde vos données là où vous les mettez.',
  login_form: 'Connexion',
  login_submit: 'Se connecter',
  login_submitting: 'Connexion en cours',
  login_no_account: 'Pas encore de compte ?',
  login_register: 'Créez-en un',
  register_title: 'Créer votre compte',
  register_intro: 'Un seul compte pour tous vos espaces de travail.',
  register_submit: 'Créer le compte',
  register_submitting: 'Création du compte',
  register_done: 'Votre compte est prêt. Vous pouvez vous connecter.',
  register_has_account: 'Déjà inscrit ?',
  register_login: 'Se connecter',
  field_first_name: 'Prénom',
  field_surname: 'Nom',
  field_email: 'E-mail',
  field_password: 'Mot de passe',
  field_password_confirm: 'Confirmer le mot de passe',
  forgot_link: 'Mot de passe oublié ?',
};
