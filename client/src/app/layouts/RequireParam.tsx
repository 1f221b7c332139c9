import { isUuid } from '@livelane/shared/values/is-uuid';
import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';

/** Accepts only UUIDs; with anything else it goes back a page, or home after a deep link (specification section 2). */
export function RequireParam({ name }: { name: 'workspaceId' | 'projectId' }) {
  const t = useT();
  const navigate = useNavigate();
  const id = useParams()[name];
  const isValid = isUuid(id);
  const { key, pathname, search } = useLocation();
  const refusedKey = useRef<string | null>(null);

  useEffect(() => {
    // Once per visit: going back twice would leave the product.
    if (isValid || refusedKey.current === key) return;
    refusedKey.current = key;
    showToast({
      title: t('invalid_param_title'),
      description: t('invalid_param', { name }),
      variant: 'destructive',
    });
    // React Router numbers its history entries: 0 is where this visit began.
    const index: unknown = window.history.state?.idx;
    if (typeof index === 'number' && index > 0) navigate(-1);
    else navigate('/', { replace: true });
  }, [isValid, key, name, navigate, t]);

  if (!isValid) return null;
  // Ids are in lower case everywhere else, and are keys of cached answers.
  if (id !== id.toLowerCase())
    return <Navigate to={pathname.replace(id, id.toLowerCase()) + search} replace />;
  return <Outlet />;
}
