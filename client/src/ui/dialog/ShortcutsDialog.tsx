import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CatalogueKey } from '#i18n/en-GB';
import { type Translate, useT } from '#i18n/useT';
import { areSingleKeysOn, switchSingleKeys } from '#lib/singleKeys';
import { AppDialog } from './AppDialog';

/** Keys with a name; the others have a sign, which is the same everywhere. */
const NAMES: Readonly<Record<string, CatalogueKey>> = {
  Control: 'key_control',
  Shift: 'key_shift',
  Space: 'key_space',
  Enter: 'key_enter',
  Escape: 'key_escape',
  Delete: 'key_delete',
};

/** Keys, each alone or several together (`Shift+Space`), and what they do. */
type Row = readonly [keys: readonly string[], text: CatalogueKey];
export interface ShortcutGroup {
  title: CatalogueKey;
  rows: readonly Row[];
}

interface Props {
  groups: readonly ShortcutGroup[];
  onClose: () => void;
}

/** Writes keys that are pressed together, such as `Shift+Space`, with their names on the user's keyboard. */
const written = (keys: string, t: Translate): string =>
  keys
    .split('+')
    .map((key) => {
      const name = NAMES[key];
      return name ? t(name) : key;
    })
    .join('+');

/** Shortcuts of a screen, and the switch for single-letter ones. */
export function ShortcutsDialog({ groups, onClose }: Props) {
  const t = useT();
  const [isOn, setOn] = useState(areSingleKeysOn);
  const toggle = (next: boolean) => {
    setOn(next);
    switchSingleKeys(next);
  };
  return (
    <AppDialog open onClose={onClose} title={t('shortcuts_title')} closeOnOutsideClick>
      <DialogContent>
        {groups.map(({ title, rows }) => (
          <Box key={title} component="section" sx={{ mb: 3 }}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {t(title)}
            </Typography>
            <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1 }}>
              {rows.map(([keys, text]) => (
                <Box key={text} sx={{ display: 'contents' }}>
                  <Box component="dt">{t(text)}</Box>
                  <Box
                    component="dd"
                    sx={{ m: 0, display: 'flex', alignItems: 'center', justifyContent: 'end' }}
                  >
                    <Box component="span" dir="ltr" sx={{ display: 'flex', gap: 0.5 }}>
                      {keys.map((key) => (
                        <Key key={key} name={written(key, t)} />
                      ))}
                    </Box>
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
        <FormControlLabel
          control={<Switch checked={isOn} onChange={(_event, next) => toggle(next)} />}
          label={t('shortcuts_single')}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('action_close')}
        </Button>
      </DialogActions>
    </AppDialog>
  );
}

function Key({ name }: { name: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        px: 0.75,
        py: 0.25,
        minWidth: 24,
        textAlign: 'center',
        border: 1,
        borderColor: 'divider',
        borderBottomWidth: 2,
        borderRadius: 1,
        bgcolor: 'background.default',
        font: 'inherit',
        fontSize: '0.75rem',
      }}
    >
      {name}
    </Box>
  );
}
