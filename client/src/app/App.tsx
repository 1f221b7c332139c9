import { useEffect } from 'react';
import { BrowserRouter, useLocation, useRoutes } from 'react-router-dom';
import { getSession } from '#lib/session';
import { ErrorBoundary } from './ErrorBoundary';
import { Providers } from './Providers';
import { preloadScreen, routes } from './routes';

/**
 * The whole product. The plain router, not the one with loaders: data comes from the query cache and the boards, and
 * the plain one is half the script.
 * @param isScreenReady false while only the frame around every screen can be shown
 */
export function App({ isScreenReady = true }: { isScreenReady?: boolean }) {
  return (
    <Providers>
      {isScreenReady && (
        <BrowserRouter>
          <Screens />
        </BrowserRouter>
      )}
    </Providers>
  );
}

function Screens() {
  const { pathname } = useLocation();
  useEffect(() => {
    // Fetches the page's script while the session and the layout are still loading.
    if (getSession().status === 'signedOut') return;
    // A script that cannot be fetched is reported when it is rendered.
    preloadScreen({ pathname }).catch(() => undefined);
  }, [pathname]);
  const screen = useRoutes(routes);
  return <ErrorBoundary place={pathname}>{screen}</ErrorBoundary>;
}
