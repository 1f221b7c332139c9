import { useT } from '#i18n/useT';

/** A label, with its workspace's name if another one has the same name. */
export interface NamedLabel {
  name: string;
  workspace?: string | undefined;
}

/** Returns the name of a label among labels of several workspaces. */
export function useLabelName(): (label: NamedLabel) => string {
  const t = useT();
  return ({ name, workspace }) => (workspace ? t('label_in_workspace', { name, workspace }) : name);
}
