import * as z from 'zod/mini';
import { DESCRIPTION_MAX, NAME_MAX } from '../http/limits';
import { projectRoles } from '../permissions/roles';
import { requiredText } from '../values/text';
import { uuidSchema, uuidWith } from '../values/uuid';

export const projectSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  description: z.string(),
  workspaceId: uuidSchema,
  /** The caller's effective role here, for the interface's controls. */
  role: z.enum(projectRoles),
});
export type Project = z.infer<typeof projectSchema>;

/** Body of PUT /projects/{id}. */
export const updateProjectSchema = z.object({
  name: requiredText({ max: NAME_MAX, required: 'input_required_name', tooLong: 'input_max_name' }),
  description: requiredText({
    max: DESCRIPTION_MAX,
    required: 'input_required_description',
    tooLong: 'input_max_description',
  }),
});
export type UpdateProjectInput = z.input<typeof updateProjectSchema>;

/** Body of POST /projects. */
export const createProjectSchema = z.extend(updateProjectSchema, {
  workspaceId: uuidWith('input_required_workspace_id'),
});
export type CreateProjectInput = z.input<typeof createProjectSchema>;

/** One row of GET /projects/filter. */
export const projectFilterItemSchema = z.object({ projectId: uuidSchema, name: z.string() });
export type ProjectFilterItem = z.infer<typeof projectFilterItemSchema>;
