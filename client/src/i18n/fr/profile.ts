import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'Profil',
  profile_details: 'Vos informations',
  profile_password: 'Changer le mot de passe',
  profile_password_submit: 'Changer le mot de passe',
  profile_password_warning: 'Votre session sera fermée après le changement de mot de passe.',
  user_updated: 'Profil mis à jour',
  password_updated: 'Mot de passe mis à jour',
  error_updating_user: 'Erreur lors de la mise à jour de l’utilisateur',
  error_updating_password: 'Erreur lors de la mise à jour du mot de passe',
  error_all_fields_required: 'Tous les champs sont obligatoires',
  field_old_password: 'Ancien mot de passe',
  field_new_password: 'Nouveau mot de passe',
  field_new_password_confirm: 'Confirmer le nouveau mot de passe',
  profile_email_pending:
    'Nous avons envoyé un e-mail à {email}. Votre adresse changera dès que vous ouvrirez le lien qu’il contient.',
  profile_email_keep: 'Garder l’adresse actuelle',
  account_delete_title: 'Supprimer le compte',
  account_delete_open: 'Supprimer le compte…',
  account_delete_text:
    'Vous quittez tous les espaces de travail et projets. Ce que vous avez écrit reste, comme venant d’un ancien membre. Votre nom, votre adresse e-mail, vos paramètres et vos notifications sont effacés, et toutes vos sessions sont fermées. Cette action est irréversible.',
  account_delete_tasks:
    '{count, plural, =0 {Aucune tâche ne vous est attribuée.} one {Une tâche ne vous sera plus attribuée.} many {# tâches ne vous seront plus attribuées.} other {# tâches ne vous seront plus attribuées.}}',
  account_delete_owner:
    'Vous êtes le dernier propriétaire de ces espaces de travail. Nommez d’abord un autre propriétaire ou supprimez-les :',
  account_delete_error: 'Les conséquences de la suppression n’ont pas pu être chargées.',
  account_deleted: 'Votre compte a été supprimé',
  sessions_title: 'Vos sessions',
  sessions_here: 'ce navigateur',
  sessions_unknown: 'Navigateur inconnu',
  sessions_device: '{browser} sur {system}',
  sessions_seen: 'Vu la dernière fois le {date}',
  sessions_since: 'session ouverte le {date}',
  sessions_end: 'Fermer la session',
  sessions_end_of: 'Fermer la session : {name}',
  sessions_end_others: 'Fermer les autres sessions',
  sessions_ended: 'Session fermée',
  sessions_error: 'Vos sessions n’ont pas pu être chargées.',
};
