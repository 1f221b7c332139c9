import { useT } from '#i18n/useT';

/** What MUI's Autocomplete would otherwise say in English. */
export function useAutocompleteTexts() {
  const t = useT();
  return {
    clearText: t('action_clear'),
    openText: t('action_open'),
    closeText: t('action_close'),
    noOptionsText: t('label_no_options'),
    loadingText: t('label_loading'),
  };
}
