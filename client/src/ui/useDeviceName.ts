import { useT } from '#i18n/useT';

/** Names the device of a session. The server sends "Firefox on Linux", or only one of the two if it knows no more. */
export function useDeviceName(): (device: string) => string {
  const t = useT();
  return (device) => {
    const [browser = '', system] = device.split(' on ');
    return system ? t('sessions_device', { browser, system }) : browser || t('sessions_unknown');
  };
}
