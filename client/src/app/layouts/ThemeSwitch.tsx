import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { useT } from '#i18n/useT';

/** Light or dark; until it is pressed the system decides. */
export function ThemeSwitch() {
  const t = useT();
  const { mode, systemMode, setMode } = useColorScheme();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  const label = isDark ? t('theme_light') : t('theme_dark');
  return (
    // The browser's own tooltip: ours would be a tenth of the login page's script.
    <IconButton title={label} aria-label={label} onClick={() => setMode(isDark ? 'light' : 'dark')}>
      {isDark ? <LightMode /> : <DarkMode />}
    </IconButton>
  );
}
