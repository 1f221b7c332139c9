import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messages as validation } from '@livelane/shared/http/messages';
import { createIntl } from 'react-intl';
import { type CatalogueKey, enGB } from './en-GB';
import { publicTexts } from './en-GB.public';

const SOURCES = path.join(__dirname, '..');
const keys = Object.keys(enGB) as CatalogueKey[];

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });

it.each(keys)('%s is a valid message', (id) => {
  const onError = jest.fn();
  const intl = createIntl({ locale: 'en-GB', messages: enGB, onError });
  const names = [...enGB[id].matchAll(/\{(\w+)/g)].map(([, name]) => [name, 1]);
  expect(intl.formatMessage({ id }, Object.fromEntries(names))).not.toBe('');
  expect(onError).not.toHaveBeenCalled();
});

it('the frame of public pages has its texts before those of the signed-in part have come', () => {
  const source = readFileSync(path.join(SOURCES, 'app/layouts/PublicLayout.tsx'), 'utf8');
  const used = [...source.matchAll(/\bt\('(\w+)'\)/g)].map(([, key = '']) => key);
  expect(used).toContain('nav_home');
  expect(used.filter((key) => !(key in publicTexts))).toEqual([]);
});

/** Keys whose last part is a value of the data: `kanban_state_READY`. */
const COMPOSED =
  /^(kanban_state|remote|notification|notify|notify_mail|priority|time_estimate|(project|workspace)_role|task_visibility|activity|label_colour|view_lanes|sort)_/;

/** Keys whose first part is the entity of a shared screen: `project_deleted`. */
const ENTITY = /^(?:workspace|project)_/;

it('holds no text that is never shown', () => {
  const sources = filesBelow(SOURCES)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|i18n\/[a-z]{2}/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const isNamed = (key: string) =>
    [`'${key}'`, `"${key}"`, `{entity}_${key.replace(ENTITY, '')}\``].some((each) => sources.includes(each));
  const unused = keys.filter(
    (key) => !Object.hasOwn(validation, key) && !COMPOSED.test(key) && !isNamed(key),
  );
  expect(unused).toEqual([]);
});

it('puts no colon of its own beside a text: languages differ in it', () => {
  const colon = /: \$\{t\(|\{t\([^}]*\)\}:/;
  // What a component joins is shown; elsewhere it may be an error's message.
  const inComponent = /\}: \$\{/;
  const files = filesBelow(SOURCES).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const isOwn = (file: string, source: string) =>
    colon.test(source) || (file.endsWith('x') && inComponent.test(source));
  expect(files.filter((file) => isOwn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

it('words errors and successes as specification sections 2, 5 and 8 do', () => {
  const texts = new Set<string>(Object.values(enGB));
  const demanded = [
    'Not Found Page',
    'Go back home',
    'personal board',
    'signing in',
    'sign in',
    'You will be logged out after changing your password.',
    'new workspace',
    'new project',
    'no projects',
    'Name is required',
    'Description is required',
    'Email is required',
    'Email is invalid',
    'Password is required',
    'Password must be at least 6 characters long',
    'Password confirmation is required',
    'Passwords must match',
    'First name is required',
    'Surname is required',
    'Task title is required',
    'Task description is required',
    'Kanban state is required',
    'Task priority is required',
    'Time estimate is required',
    'User ID is required',
    'Role is required',
    'Project ID is required',
    'New password is required',
    'New password confirmation is required',
    'Name is required!',
    'Description is required!',
    'New task',
    'Error',
    'Error fetching workspaces of user.',
    'Error fetching workspace.',
    'Error fetching project.',
    'An unexpected error occurred.',
    'Error deleting user',
    'Error updating user',
    'Error fetching workspaces',
    'Invalid parameter',
    'Error updating project',
    'Error refreshing token',
    'Error loading...',
    'error updating password',
    'error delete user',
    'error updating workspace',
    'error updating project',
    'all fields required',
    'invalid param {name}',
    'User updated',
    'User deleted',
    'Password updated',
    'Project updated',
    'Project deleted',
    'Workspace updated',
    'Workspace deleted',
  ];
  expect(demanded.filter((text) => !texts.has(text))).toEqual([]);
});
