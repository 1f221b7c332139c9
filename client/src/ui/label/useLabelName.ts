import { useT } from '#i18n/useT';

/** A label, with its workspace's name where another one is called the same. */
export interface NamedLabel {
  name: string;
  workspace?: string | undefined;
}

/** What a label is called among labels of several workspaces. */
export function useLabelName(): (label: NamedLabel) => string {
  const t = useT();
  return ({ name, workspace }) => (workspace ? t('label_in_workspace', { name, workspace }) : name);
}
