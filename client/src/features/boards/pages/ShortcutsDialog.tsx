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
import { isApple } from '#lib/platform';
import { areSingleKeysOn, switchSingleKeys } from '#lib/singleKeys';
import { AppDialog } from '#ui/dialog/AppDialog';

const COMMAND = isApple ? '⌘' : 'Control';
/** Keys with a name; the others have a sign, which is the same everywhere. */
const NAMES: Readonly<Record<string, CatalogueKey>> = {
  Control: 'key_control',
  Shift: 'key_shift',
  Space: 'key_space',
  Enter: 'key_enter',
  Escape: 'key_escape',
  Delete: 'key_delete',
};

type Row = readonly [keys: readonly string[], text: CatalogueKey];
const groups: readonly { title: CatalogueKey; rows: readonly Row[] }[] = [
  {
    title: 'shortcuts_everywhere',
    rows: [
      [[`${COMMAND}+K`], 'palette'],
      [['N'], 'shortcut_new'],
      [['/'], 'shortcut_filter'],
      [['A … Z'], 'shortcut_type'],
      [[`${COMMAND}+Z`], 'shortcut_undo'],
      [[`${COMMAND}+A`], 'shortcut_all'],
      [['?'], 'shortcuts_title'],
    ],
  },
  {
    title: 'shortcuts_card',
    rows: [
      [['↑', '↓', '←', '→'], 'shortcut_walk'],
      [['Shift+↑', '↓', '←', '→'], 'shortcut_carry'],
      [['Space'], 'shortcut_lift'],
      [['E', 'Enter'], 'card_edit'],
      [['M'], 'card_move'],
      [['C'], 'card_complete'],
      [['X'], 'shortcut_select'],
      [['Shift+↑', '↓'], 'shortcut_extend'],
      [['Delete'], 'card_delete'],
      [['J', 'K'], 'shortcut_next'],
      [[`${COMMAND}+Enter`], 'shortcut_save'],
    ],
  },
  {
    title: 'bulk_bar',
    rows: [
      [['M'], 'bulk_move'],
      [['L'], 'task_labels'],
      [['A'], 'task_assignees'],
      [['P'], 'task_priority'],
      [['D'], 'task_due'],
      [['Escape'], 'bulk_clear'],
    ],
  },
];

/** Writes keys that are pressed together, such as `Shift+Space`, with their names on the user's keyboard. */
const written = (keys: string, t: Translate): string =>
  keys
    .split('+')
    .map((key) => {
      const name = NAMES[key];
      return name ? t(name) : key;
    })
    .join('+');

/** All shortcuts of a board, and the switch for single-letter ones. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
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
