import * as z from 'zod/mini';
import { DESCRIPTION_MAX, NAME_MAX } from '../http/limits';
import { workspaceRoles } from '../permissions/roles';
import { projectSchema } from '../projects/project.schema';
import { requiredText } from '../values/text';
import { uuidSchema } from '../values/uuid';

/** A workspace for its member: `projects` are those that the caller may see. */
export const workspaceSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  description: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The caller's own role here, for the interface's controls. */
  role: z.enum(workspaceRoles),
  projects: z.array(projectSchema),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** Body of POST /workspaces and PUT /workspaces/{id}. */
export const workspaceInputSchema = z.object({
  name: requiredText({ max: NAME_MAX, required: 'input_required_name', tooLong: 'input_max_name' }),
  description: requiredText({
    max: DESCRIPTION_MAX,
    required: 'input_required_description',
    tooLong: 'input_max_description',
  }),
});
export type WorkspaceInput = z.input<typeof workspaceInputSchema>;

/** One row of GET /workspaces/filter. */
export const workspaceFilterItemSchema = z.object({ workspaceId: uuidSchema, name: z.string() });
export type WorkspaceFilterItem = z.infer<typeof workspaceFilterItemSchema>;
