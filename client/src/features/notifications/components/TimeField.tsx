import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';

interface Props {
  label: string;
  /** HH:MM. */
  value: string;
  /** Resolves once it is saved or refused. */
  onSave: (value: string) => Promise<unknown>;
}

/**
 * A time of day. What is typed is saved when the field is left or Enter is pressed: each digit gives another whole time.
 * One that is picked is saved at once.
 */
export function TimeField({ label, value, onSave }: Props) {
  /** What the user has typed or picked until it is saved; else the field follows the server. */
  const [draft, setDraft] = useState<string | null>(null);
  const isTyping = useRef(false);
  if (draft === value) setDraft(null);
  const save = async (time: string) => {
    await onSave(time);
    setDraft((later) => (later === time ? null : later));
  };
  const finish = () => {
    isTyping.current = false;
    if (draft) void save(draft);
    else setDraft(null);
  };
  return (
    <TextField
      type="time"
      size="small"
      label={label}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value);
        if (!isTyping.current && target.value) void save(target.value);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish();
        else isTyping.current = true;
      }}
      onBlur={finish}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ maxWidth: 200 }}
    />
  );
}
