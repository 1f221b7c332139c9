import { useT } from '#i18n/useT';
import { useTitleCount } from '#lib/titleCount';

/** Names the browser's tab, with how many notifications are unread. */
export function PageTitle({ title }: { title: string }) {
  const t = useT();
  const count = useTitleCount();
  return <title>{`${count > 0 ? `(${count}) ` : ''}${title} · ${t('app_name')}`}</title>;
}
