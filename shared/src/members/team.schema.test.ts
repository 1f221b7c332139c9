import { createProjectSchema, updateProjectSchema } from '../projects/project.schema';
import { uuid } from '../values/uuid.fixture';
import { workspaceInputSchema } from '../workspaces/workspace.schema';
import { projectMemberInputSchema, workspaceMemberInputSchema } from './member.schema';

type Parsed = { success: boolean; error?: { issues: Array<{ path: PropertyKey[]; message: string }> } };
const problems = (parsed: Parsed): string[] =>
  (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);

describe.each([
  ['workspace', workspaceInputSchema],
  ['project', updateProjectSchema],
])('a %s', (_, schema) => {
  it('needs a name and a description', () => {
    expect(problems(schema.safeParse({ name: ' ' }))).toEqual([
      'name: input_required_name',
      'description: input_required_description',
    ]);
  });

  it('takes 100 and 2,000 characters', () => {
    expect(schema.safeParse({ name: 'x'.repeat(100), description: 'x'.repeat(2_000) }).success).toBe(true);
    expect(problems(schema.safeParse({ name: 'x'.repeat(101), description: 'x'.repeat(2_001) }))).toEqual([
      'name: input_max_name',
      'description: input_max_description',
    ]);
  });
});

it('a new project needs a workspace', () => {
  expect(problems(createProjectSchema.safeParse({ name: 'N', description: 'D' }))).toEqual([
    'workspaceId: input_required_workspace_id',
  ]);
});

describe('a membership', () => {
  it.each([
    ['project', projectMemberInputSchema],
    ['workspace', workspaceMemberInputSchema],
  ])('of a %s needs a user and a role', (_, schema) => {
    expect(problems(schema.safeParse({}))).toEqual([
      'userId: input_required_user_id',
      'roleId: input_required_role',
    ]);
    expect(problems(schema.safeParse({ userId: uuid(1), roleId: 'admin' }))).toEqual([
      'roleId: input_required_role',
    ]);
  });
});
