import { isBlank } from '@livelane/shared/values/blank';
import { workspaceInputSchema } from '@livelane/shared/workspaces/workspace.schema';
import * as z from 'zod/mini';
import type { CatalogueKey } from '#i18n/en-GB';

const required = (message: CatalogueKey) => z.string().check(z.refine((text) => !isBlank(text), message));

/** A new workspace's form: the server's rules, with the two texts that the specification requires only here. */
export const newWorkspaceSchema = z.pipe(
  z.looseObject({ name: required('name_required'), description: required('description_required') }),
  workspaceInputSchema,
);
