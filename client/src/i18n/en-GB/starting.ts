/** The first steps on an empty home, and adding people. */
export const starting = {
  start_steps: 'First steps',
  start_step_workspace: 'Workspace',
  start_step_project: 'Project',
  start_step_people: 'People',
  start_workspace: 'Create your workspace',
  start_workspace_text: 'A workspace is where your team keeps its projects.',
  start_workspace_description: 'What our team works on',
  start_wait: 'Is your team already here? Ask a colleague to invite {email}.',
  start_project: 'Add the first project to “{workspace}”',
  start_project_text: 'Each project has a board of its own.',
  start_project_description: 'Tasks and who does them',
  start_people: 'Invite people to “{project}”',
  start_people_text: 'Send them a link: anyone who opens it joins the workspace and the project.',
  start_continue: 'Continue',
  start_board: 'Go to the board',
  add_person: 'Workspace member or email address',
  add_person_nobody:
    'Everyone in the workspace is in this project already. Type the email address of someone else.',
  add_person_text:
    'Choose a member of the workspace, or type the email address of someone else: they join “{workspace}” as well.',
  add_project: 'Add to a project too',
  add_project_none: 'Not now',
  add_project_role: 'Role in the project',
  add_unknown: 'Nobody is registered as {email}. Invite them with a link that only they can use.',
  role_lowered_title: 'Make {name} a viewer of “{project}”?',
  role_lowered_text:
    'They can still read the board but no longer change it, and are unassigned from all its tasks.',
  role_lowered_verb: 'Make viewer',
} as const;
