import type { Texts } from '../catalogue';
import type { profile as original } from '../en-GB/profile';

export const profile: Texts<typeof original> = {
  profile_title: 'Profil',
  profile_details: 'Vos informations',
  profile_password: 'Changer le mot de passe',
  profile_password_submit: 'Changer le mot de passe',
  profile_password_warning: 'Vous serez déconnecté après le changement de mot de passe.',
  user_updated: 'Utilisateur mis à jour',
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
};
