import { styled } from '@mui/material/styles';
import { useLanguage } from '#i18n/language.store';
import { languages, languageTags } from '#i18n/languages';
import { useT } from '#i18n/useT';
import { useChooseLanguage } from './useChooseLanguage';

const Select = styled('select')(({ theme }) => ({
  minHeight: 36,
  maxWidth: 128,
  fieldSizing: 'content',
  paddingInline: theme.spacing(1),
  border: 0,
  borderRadius: theme.shape.borderRadius,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontSize: theme.typography.body2.fontSize,
  cursor: 'pointer',
  textOverflow: 'ellipsis',
  '&:hover': { background: 'var(--mui-palette-action-hover)' },
  '& option': { color: 'var(--mui-palette-text-primary)', background: 'var(--mui-palette-background-paper)' },
}));

/** The browser's own select, which keeps the login page's script small. */
export function HeaderLanguageSelect() {
  const t = useT();
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  return (
    <Select aria-label={t('language')} value={language} onChange={({ target }) => void choose(target.value)}>
      {languageTags.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {languages[tag].name}
        </option>
      ))}
    </Select>
  );
}
