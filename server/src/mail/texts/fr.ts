import type { MailTexts } from './en-GB';

/** French. */
export const fr: MailTexts = {
  reset_subject: 'Choisissez un nouveau mot de passe',
  reset_text:
    'Quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour votre compte Livelane {email}. Le lien est valable une heure et une seule fois.',
  reset_button: 'Choisir un nouveau mot de passe',
  ignore: 'Si ce n’était pas vous, ignorez ce message. Rien ne change.',
  changed_subject: 'Votre mot de passe a été modifié',
  changed_text:
    'Le mot de passe de votre compte Livelane {email} vient d’être modifié, et toutes vos sessions ont été fermées.',
  changed_not_you:
    'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe et prévenez votre administrateur.',
  confirm_subject: 'Confirmez votre nouvelle adresse e-mail',
  confirm_text:
    'Vous souhaitez utiliser {email} pour votre compte Livelane. Confirmez dans les 24 heures que cette adresse est la vôtre.',
  confirm_button: 'Confirmer l’adresse',
  moved_subject: 'Votre adresse e-mail a été modifiée',
  moved_text: 'Votre compte Livelane utilise désormais {email} à la place de cette adresse.',
  moved_not_you: 'Si ce n’était pas vous, prévenez tout de suite votre administrateur.',
  invitation_subject: '{name} vous invite à rejoindre « {workspace} »',
  invitation_text: '{name} vous invite à rejoindre « {workspace} » sur Livelane.',
  invitation_text_project:
    '{name} vous invite à rejoindre le projet « {project} » de « {workspace} » sur Livelane.',
  invitation_button: 'Voir l’invitation',
  invitation_until: 'L’invitation est valable jusqu’au {date}.',
  test_subject: 'Livelane peut envoyer des e-mails',
  test_text:
    'Voici le message qu’envoie « npm run doctor -- --mail ». Il est arrivé : les autres arriveront aussi.',
  mentioned: '{actor} vous a mentionné dans « {title} ».',
  assigned: '{actor} vous a attribué « {title} ».',
  comment: '{actor} a commenté « {title} ».',
  completed: '{actor} a terminé « {title} ».',
  deleted: '{actor} a supprimé « {title} ».',
  due_tomorrow: '« {title} » arrive à échéance demain.',
  due_today: '« {title} » arrive à échéance aujourd’hui.',
  overdue: '« {title} » est en retard.',
  added: '{actor} vous a ajouté à « {name} ».',
  removed: '{actor} vous a retiré de « {name} ».',
  role_changed: '{actor} a modifié votre rôle dans « {name} ».',
  role_changed_to: '{actor} a modifié votre rôle dans « {name} » : {role}.',
  role_owner: 'Propriétaire',
  role_maintainer: 'Responsable',
  role_member: 'Membre',
  role_viewer: 'Lecteur',
  task_subject: '{name} : {title}',
  open_task: 'Ouvrir la tâche',
  open_livelane: 'Ouvrir Livelane',
  digest_subject: 'Votre résumé Livelane',
  because: 'Vous recevez ce message en raison de vos paramètres de notification',
  unsubscribe: 'Ne plus recevoir ces e-mails',
  somebody: 'Quelqu’un',
};
