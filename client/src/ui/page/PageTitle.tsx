import { useT } from '#i18n/useT';
import { titleCount } from '#lib/titleCount';
import { useObservable } from '#lib/useObservable';

/** Names the browser's tab, with how many notifications are unread. */
export function PageTitle({ title }: { title: string }) {
  const t = useT();
  const count = useObservable(titleCount);
  return <title>{`${count > 0 ? `(${count}) ` : ''}${title} · ${t('app_name')}`}</title>;
}
