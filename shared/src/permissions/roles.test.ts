import { effectiveProjectRole, type ProjectRole, projectRoles, type WorkspaceRole } from './roles';

describe('the effective role in a project (SPEC.md#rights)', () => {
  const cases: Array<
    [own: ProjectRole | null, workspace: WorkspaceRole | null, effective: ProjectRole | null]
  > = [
    [null, null, null],
    [null, 'member', null],
    [null, 'maintainer', 'maintainer'],
    [null, 'owner', 'owner'],
    ['viewer', 'member', 'viewer'],
    ['viewer', 'maintainer', 'maintainer'],
    ['viewer', 'owner', 'owner'],
    ['member', 'member', 'member'],
    ['member', 'maintainer', 'maintainer'],
    ['maintainer', 'maintainer', 'maintainer'],
    ['maintainer', 'owner', 'owner'],
    ['owner', 'member', 'owner'],
    ['owner', 'maintainer', 'owner'],
    ['owner', 'owner', 'owner'],
  ];

  it.each(cases)('own %s in a workspace as %s is %s', (own, workspace, effective) => {
    expect(effectiveProjectRole(own, workspace)).toBe(effective);
  });

  it('is never lower than the own role', () => {
    for (const own of projectRoles) {
      for (const workspace of ['owner', 'maintainer', 'member', null] as const) {
        const effective = effectiveProjectRole(own, workspace);
        expect(effective).not.toBeNull();
        expect(projectRoles.indexOf(effective as ProjectRole)).toBeLessThanOrEqual(projectRoles.indexOf(own));
      }
    }
  });
});
