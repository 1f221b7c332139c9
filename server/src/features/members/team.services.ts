import type { Logger } from 'pino';
import type { Audit } from '../../http/audit';
import type { Oplog } from '../../oplog/oplog';
import type { Publisher } from '../../realtime/publisher';
import { type ProjectContents, ProjectRemoval } from '../projects/project.removal';
import { ProjectService } from '../projects/project.service';
import type { ProjectStore } from '../projects/project.store';
import type { TaskStore } from '../tasks/task.store';
import { type WorkspaceContents, WorkspaceRemoval } from '../workspaces/workspace.removal';
import { WorkspaceService } from '../workspaces/workspace.service';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { PendingMember } from '../workspaces/workspace.types';
import type { AccessService, UserDirectory } from './access.service';
import { NoticesService } from './notices.service';
import { ProjectMembersService } from './project-members.service';
import { PropagationService } from './propagation.service';
import { RosterService } from './roster.service';
import { SweepService } from './sweep.service';
import { WorkspaceAdmissionService } from './workspace-admission.service';
import { WorkspaceMembersService } from './workspace-members.service';
import { MembershipNews } from './workspace-membership';

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  workspaces: WorkspaceStore;
  projects: ProjectStore;
  tasks: TaskStore;
  /** Everything that is deleted with a project. */
  contents: readonly ProjectContents[];
  /** What is deleted after a project's log. */
  afterLog: readonly ProjectContents[];
  /** Everything that is deleted with a workspace, beside its projects. */
  workspaceContents: readonly WorkspaceContents[];
  users: UserDirectory;
  publisher: Publisher;
  onCarried: (workspaceId: string, entry: PendingMember) => Promise<void>;
  audit: Audit;
  log: Logger;
}

export interface TeamServices {
  notices: NoticesService;
  workspaces: WorkspaceService;
  workspaceRemoval: WorkspaceRemoval;
  workspaceMembers: WorkspaceMembersService;
  workspaceAdmission: WorkspaceAdmissionService;
  projects: ProjectService;
  projectRemoval: ProjectRemoval;
  projectMembers: ProjectMembersService;
  propagation: PropagationService;
  /** To be run once before the server listens, and then started. */
  sweep: SweepService;
}

/** Builds the services of workspaces, projects and memberships, which depend on each other. */
export function teamServices(deps: Dependencies): TeamServices {
  const notices = new NoticesService(deps);
  const roster = new RosterService(deps);
  const projectRemoval = new ProjectRemoval({ ...deps, notices });
  const projects = new ProjectService({ ...deps, roster, removal: projectRemoval, notices });
  const projectMembers = new ProjectMembersService({ ...deps, roster, notices });
  const propagation = new PropagationService({ ...deps, roster, notices });
  const workspaces = new WorkspaceService({ ...deps, notices });
  const workspaceRemoval = new WorkspaceRemoval({ ...deps, projectRemoval, notices });
  const ofMembers = { ...deps, propagation, news: new MembershipNews({ ...deps, propagation, notices }) };
  const workspaceMembers = new WorkspaceMembersService(ofMembers);
  const workspaceAdmission = new WorkspaceAdmissionService(ofMembers);
  const sweep = new SweepService({ purgeable: (before) => projectRemoval.purgeable(before), log: deps.log });
  sweep.add((before) => propagation.leftOver(before));
  sweep.add((before) => workspaceRemoval.leftOver(before));
  return {
    notices,
    workspaces,
    workspaceRemoval,
    workspaceMembers,
    workspaceAdmission,
    projects,
    projectRemoval,
    projectMembers,
    propagation,
    sweep,
  };
}
