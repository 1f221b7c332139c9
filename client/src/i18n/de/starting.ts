import type { Texts } from '../catalogue';
import type { starting as english } from '../en-GB/starting';

export const starting: Texts<typeof english> = {
  start_steps: 'Erste Schritte',
  start_step_workspace: 'Arbeitsbereich',
  start_step_project: 'Projekt',
  start_step_people: 'Personen',
  start_workspace: 'Legen Sie Ihren Arbeitsbereich an',
  start_workspace_text: 'In einem Arbeitsbereich hat Ihr Team seine Projekte.',
  start_workspace_description: 'Woran unser Team arbeitet',
  start_wait: 'Ist Ihr Team schon hier? Bitten Sie jemanden daraus, {email} einzuladen.',
  start_project: 'Legen Sie das erste Projekt in „{workspace}“ an',
  start_project_text: 'Jedes Projekt hat sein eigenes Board.',
  start_project_description: 'Aufgaben und wer sie erledigt',
  start_people: 'Laden Sie Personen zu „{project}“ ein',
  start_people_text: 'Schicken Sie einen Link: Wer ihn öffnet, tritt dem Arbeitsbereich und dem Projekt bei.',
  start_continue: 'Weiter',
  start_board: 'Zum Board',
  add_person: 'Mitglied des Arbeitsbereichs oder E-Mail-Adresse',
  add_person_nobody:
    'Alle aus dem Arbeitsbereich sind schon in diesem Projekt. Geben Sie die E-Mail-Adresse einer anderen Person ein.',
  add_person_text:
    'Wählen Sie ein Mitglied des Arbeitsbereichs, oder geben Sie die E-Mail-Adresse einer anderen Person ein: Sie tritt dann auch „{workspace}“ bei.',
  add_project: 'Auch einem Projekt hinzufügen',
  add_project_none: 'Jetzt nicht',
  add_project_role: 'Rolle im Projekt',
  add_unknown:
    'Unter {email} ist niemand registriert. Laden Sie die Person mit einem Link ein, den nur sie benutzen kann.',
  role_lowered_title: '{name} zum Betrachter von „{project}“ machen?',
  role_lowered_text:
    'Die Person kann das Board noch lesen, aber nicht mehr ändern, und keine seiner Aufgaben ist ihr mehr zugewiesen.',
  role_lowered_verb: 'Zum Betrachter machen',
};
