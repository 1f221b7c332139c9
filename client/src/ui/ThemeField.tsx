import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useT } from '#i18n/useT';

/** As MUI names them, each with its text. */
export const THEMES = [
  ['system', 'view_theme_system'],
  ['light', 'view_theme_light'],
  ['dark', 'view_theme_dark'],
] as const;

/** Light, dark, or the system's theme. Changes at once. */
export function ThemeField() {
  const t = useT();
  const { mode, setMode } = useColorScheme();
  return (
    <TextField
      select
      label={t('view_theme')}
      value={mode ?? 'system'}
      onChange={({ target }) => setMode(target.value as (typeof THEMES)[number][0])}
      fullWidth
    >
      {THEMES.map(([each, label]) => (
        <MenuItem key={each} value={each}>
          {t(label)}
        </MenuItem>
      ))}
    </TextField>
  );
}
