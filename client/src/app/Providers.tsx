import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { I18nProvider } from '../i18n/I18nProvider';
import { ToastHost } from '../ui/toast/ToastHost';
import { theme } from './theme';

/** What all screens find around them; store and query cache come with the signed-in part. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={theme} defaultMode="system">
      <CssBaseline />
      <I18nProvider>
        {children}
        <ToastHost />
      </I18nProvider>
    </ThemeProvider>
  );
}
