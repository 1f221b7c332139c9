import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useT } from '#i18n/useT';
import { assignableRoles, roleKey } from '../member.rights';
import { type MemberScope, rolesQuery } from '../members.api';

interface Props {
  scope: MemberScope;
  id: string;
  /** The caller's own role there. */
  role: string;
  label: string;
  value: string;
  onChange: (roleId: string) => void;
}

/** The server's roles that the caller may give; only the chosen one while they load. */
export function RoleSelect({ scope, id, role, label, value, onChange }: Props) {
  const t = useT();
  const roles = useQuery(rolesQuery(scope, id));
  const offered = roles.data
    ? assignableRoles(scope, role).filter((given) => roles.data.some(({ id: listed }) => listed === given))
    : [value];
  return (
    <TextField select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {offered.map((given) => (
        <MenuItem key={given} value={given}>
          {t(roleKey(scope, given))}
        </MenuItem>
      ))}
    </TextField>
  );
}
