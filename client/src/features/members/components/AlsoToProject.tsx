import { canInProject } from '@livelane/shared/permissions/permissions';
import type { Project } from '@livelane/shared/projects/project.schema';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '#i18n/useT';
import { LOWEST_USUAL_ROLE, type ProjectChoice } from '../useAddPerson';
import { RoleSelect } from './RoleSelect';

interface Props {
  projects: readonly Project[];
  value: ProjectChoice | null;
  onChange: (choice: ProjectChoice | null) => void;
}

/** Chooses a project that the person also joins, among those where the caller may add people. */
export function AlsoToProject({ projects, value, onChange }: Props) {
  const t = useT();
  const open = projects.filter(({ role }) => canInProject(role, 'project.addMember'));
  if (open.length === 0) return null;
  const chosen = open.find(({ id }) => id === value?.id);
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ '& > *': { flex: 1, minWidth: 0 } }}>
      <TextField
        select
        label={t('add_project')}
        value={chosen?.id ?? ''}
        onChange={({ target }) =>
          onChange(target.value ? { id: target.value, roleId: value?.roleId ?? LOWEST_USUAL_ROLE } : null)
        }
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('add_project_none')}</MenuItem>
        {open.map(({ id, name }) => (
          <MenuItem key={id} value={id} dir="auto">
            {name}
          </MenuItem>
        ))}
      </TextField>
      {chosen && value && (
        <RoleSelect
          scope="project"
          id={chosen.id}
          role={chosen.role}
          label={t('add_project_role')}
          value={value.roleId}
          onChange={(roleId) => onChange({ ...value, roleId })}
        />
      )}
    </Stack>
  );
}
