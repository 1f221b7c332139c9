import { useT } from '#i18n/useT';
import { titleCount } from '#lib/titleCount';
import { useObservable } from '#lib/useObservable';

/** Sets the tab's title, with the number of unread notifications. */
export function PageTitle({ title }: { title: string }) {
  const t = useT();
  const count = useObservable(titleCount);
  return <title>{`${count > 0 ? `(${count}) ` : ''}${title} · ${t('app_name')}`}</title>;
}
