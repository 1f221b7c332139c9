import type { UpdateColumnInput } from '@livelane/shared/boards/column.schema';
import type { LabelColour } from '@livelane/shared/labels/label.values';
import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { TaskPriority, TaskState, TimeEstimateId } from '@livelane/shared/tasks/task.values';

/** The made-up people, by first name. */
export type Who = 'maya' | 'tom' | 'ines' | 'kenji' | 'priya' | 'jonas';

export interface DemoTask {
  title: string;
  /** The first one creates the card; without any it is the project's creator. */
  who?: readonly Who[];
  /** `MEDIUM` when absent. */
  priority?: TaskPriority | null;
  /** Minutes. */
  estimate?: TimeEstimateId;
  spent?: number;
  /** Days from the day on which the demo is made. */
  due?: number;
  text?: string;
  private?: true;
  /** By name, of those of the workspace. */
  labels?: readonly string[];
  /** Items; completed ones begin with a tick. */
  checklist?: readonly string[];
}

export interface DemoProject {
  name: string;
  description: string;
  /** Members with their roles; the workspace's creator, who makes the project, owns it. */
  members: Partial<Record<Who, ProjectRole>>;
  /** From top to bottom of each column. */
  tasks: { readonly [State in TaskState]?: readonly DemoTask[] };
  columns?: { [State in TaskState]?: UpdateColumnInput };
}

export interface DemoWorkspace {
  name: string;
  description: string;
  creator: Who;
  members: Partial<Record<Who, WorkspaceRole>>;
  projects: readonly DemoProject[];
  labels?: Readonly<Record<string, LabelColour>>;
}
