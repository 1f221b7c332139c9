import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { I18nProvider } from '#i18n/I18nProvider';
import { useLanguage } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { prefixForSafari } from '#ui/safari.styles';
import { ToastHost } from '#ui/toast/ToastHost';
import { createLivelaneTheme } from './createLivelaneTheme';

/** Context for all screens; store and query cache come with the signed-in part. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <I18nProvider>
      <Styles>
        <CssBaseline />
        {children}
        <ToastHost />
      </Styles>
    </I18nProvider>
  );
}

/** The theme in the language's direction, and the cache that writes its styles. */
function Styles({ children }: { children: ReactNode }) {
  const t = useT();
  const { direction, stylisPlugins } = useLanguage();
  const theme = useMemo(() => createLivelaneTheme(direction, t), [direction, t]);
  const cache = useMemo(
    () => createCache({ key: direction, stylisPlugins: [...(stylisPlugins ?? []), prefixForSafari] }),
    [direction, stylisPlugins],
  );
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system">
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
