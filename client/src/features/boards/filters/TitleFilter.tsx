import Search from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/useT';

/** The board follows what is typed after this pause, in milliseconds. */
const PAUSE_MS = 120;

/** The part of the title to look for. What is typed shows at once, however long the board takes to follow. */
export function TitleFilter({ value, onChange }: { value: string; onChange: (title: string) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  /** Values on their way to the URL and back, oldest first. */
  const sent = useRef<string[]>([]);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => {
    const at = sent.current.indexOf(value);
    if (at >= 0) sent.current.splice(0, at + 1);
    else {
      window.clearTimeout(timer.current);
      setTyped(value);
    }
  }, [value]);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  }, [onChange]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const type = (title: string) => {
    setTyped(title);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      sent.current.push(title);
      report.current(title);
    }, PAUSE_MS);
  };
  return (
    <TextField
      placeholder={t('filter_title')}
      value={typed}
      onChange={(event) => type(event.target.value)}
      sx={{ width: 160, flexBasis: { xs: 'calc(100% - 56px)', sm: 'auto' } }}
      slotProps={{
        htmlInput: { 'aria-label': t('filter_title') },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
