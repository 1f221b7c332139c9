import type { Texts } from '../catalogue';
import type { joining as english } from '../en-GB/joining';

export const joining: Texts<typeof english> = {
  invitation_title: 'Vous avez reçu une invitation',
  invitation_text: '{name} vous invite à rejoindre « {workspace} » sur Livelane.',
  invitation_text_project: '{name} vous invite à rejoindre « {project} » dans « {workspace} » sur Livelane.',
  invitation_roles: 'Vous rejoindrez l’espace de travail avec le rôle {role}.',
  invitation_roles_project:
    'Vous rejoindrez l’espace de travail avec le rôle {role} et le projet avec le rôle {projectRole}.',
  invitation_accept: 'Accepter l’invitation',
  invitation_accepting: 'Adhésion en cours',
  invitation_as: 'Vous êtes connecté avec {email}.',
  invitation_other: 'Cette invitation est pour {email}. Connectez-vous avec ce compte pour l’accepter.',
  invitation_switch: 'Utiliser un autre compte',
  invitation_register: 'Créer un compte et rejoindre l’équipe',
  invitation_login: 'Se connecter et rejoindre l’équipe',
  invitation_registered: 'Votre compte est prêt et vous avez rejoint l’équipe. Veuillez vous connecter.',
  invitation_until: 'Valable jusqu’au {date}.',
  link_invalid: 'Ce lien n’est pas valable',
  link_invalid_text:
    'Il a peut-être été utilisé, retiré ou remplacé, ou il est trop ancien. Demandez-en un nouveau.',
  reset_title: 'Choisir un nouveau mot de passe',
  reset_text: 'Toutes vos sessions seront fermées.',
  reset_submit: 'Enregistrer le mot de passe',
  reset_submitting: 'Enregistrement',
  reset_done: 'Votre mot de passe est modifié. Veuillez vous connecter.',
  forgot_title: 'Mot de passe oublié ?',
  forgot_text:
    'Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  forgot_no_mail:
    'Ce serveur n’envoie pas d’e-mails. Demandez à votre administrateur un lien pour choisir un nouveau mot de passe.',
  forgot_submit: 'Envoyer le lien',
  forgot_submitting: 'Envoi',
  forgot_done:
    'S’il existe un compte avec l’adresse {email}, un e-mail avec un lien est en route. Il est valable une heure.',
  forgot_again: 'Essayer une autre adresse',
  confirm_title: 'Confirmez votre adresse e-mail',
  confirm_text: 'Vous vous connecterez ensuite avec la nouvelle adresse.',
  confirm_submit: 'Confirmer l’adresse',
  confirm_submitting: 'Confirmation',
  confirm_done: 'Votre nouvelle adresse est confirmée.',
  unsubscribe_title: 'Ne plus recevoir les e-mails de notification',
  unsubscribe_text:
    'Vous verrez toujours tout dans Livelane. Vous pourrez réactiver les e-mails dans les paramètres.',
  unsubscribe_submit: 'Ne plus recevoir les e-mails',
  unsubscribe_submitting: 'Arrêt en cours',
  unsubscribe_done: 'Vous ne recevrez plus ces e-mails.',
  provider_sign_in: 'Continuer avec {name}',
  provider_failed: 'La connexion n’a pas abouti. Veuillez réessayer.',
  provider_unverified:
    'Le fournisseur n’a pas vérifié votre adresse e-mail. Adressez-vous à votre administrateur.',
  provider_unavailable:
    'Le fournisseur ne répond pas pour le moment. Réessayez plus tard ou utilisez votre mot de passe.',
  provider_closed: 'Ici, les comptes se créent uniquement sur invitation.',
  registration_closed:
    'Ici, les comptes se créent uniquement sur invitation. Ouvrez le lien de votre invitation ou demandez-en une.',
};
