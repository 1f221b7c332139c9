import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { I18nProvider } from '../i18n/I18nProvider';
import { subscribeSession } from '../lib/session';
import { ToastViewport } from '../ui/toast/ToastViewport';
import { createQueryClient } from './queryClient';
import { createStore } from './store';
import { theme } from './theme';

/** Everything that screens find around them. */
export function Providers({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  const [queries] = useState(createQueryClient);

  useEffect(() => {
    let userId: string | undefined;
    return subscribeSession(({ user }) => {
      // Another user, or none: nothing of the old one's data may stay (specification section 4).
      if (user?.id === userId) return;
      userId = user?.id;
      queries.clear();
    });
  }, [queries]);

  return (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <ThemeProvider theme={theme} defaultMode="system">
          <CssBaseline />
          <I18nProvider>
            {children}
            <ToastViewport />
          </I18nProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </Provider>
  );
}
