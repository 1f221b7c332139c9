import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useLanguage } from '#i18n/language.store';
import { languages, languageTags } from '#i18n/languages';
import { useT } from '#i18n/useT';
import { useChooseLanguage } from './useChooseLanguage';

/** The language of the interface, each named in itself. It changes at once. */
export function LanguageField() {
  const t = useT();
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  return (
    <TextField
      select
      label={t('language')}
      value={language}
      onChange={({ target }) => void choose(target.value)}
      fullWidth
    >
      {languageTags.map((tag) => (
        <MenuItem key={tag} value={tag} lang={tag}>
          {languages[tag].name}
        </MenuItem>
      ))}
    </TextField>
  );
}
