import { useT } from '#i18n/useT';

/** Replaces the English texts of MUI's Autocomplete. */
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
