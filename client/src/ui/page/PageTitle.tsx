import { useT } from '#i18n/useT';

/** Names the browser's tab. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${useT()('app_name')}`}</title>;
}
