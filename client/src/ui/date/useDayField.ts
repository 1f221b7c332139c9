import { type KeyboardEvent, useState } from 'react';
import { useLanguage } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import { showToast } from '../toast/toast.store';
import { isDay, isWhole, readDay, writeDay } from './dayText';
import { type Calendar, loadCalendar } from './loadCalendar';

interface Options {
  /** A calendar day as YYYY-MM-DD, without a time zone. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called with typed text that is not a day; without it the value stays unchanged. */
  onWrong?: ((text: string) => void) | undefined;
  disabled?: boolean;
}

interface Typed {
  text: string;
  /** `part`: not taken yet, more may follow. `wrong`: the field was left, or Enter pressed, and this is no day. */
  is: 'taken' | 'part' | 'wrong';
}

/**
 * A day of the calendar: typed in the order of the chosen language (the browser's own date input follows the browser's
 * language), or chosen in a calendar, whose script is fetched when it is opened.
 */
export function useDayField({ value, onChange, onWrong, disabled = false }: Options) {
  const t = useT();
  const { language } = useLanguage();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [calendar, setCalendar] = useState<Calendar | null>(null);
  const shown = typed?.text ?? (value && isDay(value) ? writeDay(value, language) : (value ?? ''));
  const isWrong = typed ? typed.is === 'wrong' : value !== null && !isDay(value);

  const set = (day: string | null) => {
    if (day !== value) onChange(day);
  };
  const type = (text: string) => {
    const day = isWhole(text) ? readDay(text, language, new Date()) : null;
    const isTaken = day !== null || text.trim() === '';
    setTyped({ text, is: isTaken ? 'taken' : 'part' });
    if (isTaken) set(day);
  };
  /** @returns whether the field contains a day, or is empty */
  const finish = (): boolean => {
    if (!typed) return !isWrong;
    const text = typed.text.trim();
    const day = readDay(text, language, new Date());
    if (day || text === '') {
      set(day);
      setTyped(null);
      return true;
    }
    setTyped({ text, is: 'wrong' });
    onWrong?.(text);
    return false;
  };
  const open = async () => {
    if (disabled) return;
    try {
      setCalendar(await loadCalendar(language));
    } catch {
      showToast({ title: t('error_network'), variant: 'destructive' });
    }
  };
  const press = (event: KeyboardEvent) => {
    // Another text in the middle of a composition would be shown beside what is composed.
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !finish()) event.preventDefault();
    else if (event.key === 'Escape' && typed?.is === 'part') {
      // A dialog would close without it.
      event.stopPropagation();
      finish();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      void open();
    }
  };
  return {
    shown,
    isWrong,
    wrongText: t('date_wrong', { format: t('date_format') }),
    calendar,
    type,
    finish,
    press,
    open,
    choose: (day: string | null) => {
      setTyped(null);
      onChange(day);
    },
    close: () => setCalendar(null),
    forget: () => setTyped(null),
  };
}
