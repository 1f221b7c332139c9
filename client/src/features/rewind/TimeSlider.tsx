import NavigateBefore from '@mui/icons-material/NavigateBefore';
import NavigateNext from '@mui/icons-material/NavigateNext';
import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Slider from '@mui/material/Slider';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '#i18n/useT';
import { focusableDisabled } from '#ui/focusableDisabled';
import { mirrored } from '#ui/mirrored';
import { Tooltip } from '#ui/tooltip/Tooltip';
import type { Moment } from './rewind.api';
import type { Shown } from './usePastBoard';

interface Props {
  shown: Shown;
  /** The time range, in milliseconds since 1970. */
  from: number;
  to: number;
  /** Busy times. */
  marks: readonly number[];
  /** The first and the last version that can be shown. */
  firstV: number;
  headV: number;
  /** A moment that could not be shown, a new object each time. */
  failed: object | null;
  onShow: (moment: Moment) => void;
  /** The requested moment that is not shown yet. */
  awaited: () => Moment | null;
}

/** Pause between two steps while playing. */
const STEP_MS = 600;
/** Steps of a full playback; short pasts are played change by change. */
const STEPS = 60;

/** A slider over time: by pointer, by keys change by change, and by playback. */
export function TimeSlider(props: Props) {
  const { shown, from, to, marks, firstV, headV, failed, onShow, awaited } = props;
  const t = useT();
  const intl = useIntl();
  const [isPlaying, setPlaying] = useState(false);
  /** The position of the dragged thumb, until its board has loaded. */
  const [dragged, setDragged] = useState<number | null>(null);
  /** Playback starts from the beginning, which has not loaded yet. */
  const isStarting = useRef(false);
  const { v } = shown;
  const go = (steps: number) => {
    setDragged(null);
    // Keys that are pressed faster than boards load count, too.
    const coming = awaited();
    const start = coming && 'v' in coming ? coming.v : v;
    onShow({ v: Math.min(headV, Math.max(firstV, start + steps)) });
  };
  const isAtEnd = v >= headV;
  const playOn = () => go(Math.max(1, Math.ceil((headV - firstV) / STEPS)));
  const next = useRef(playOn);
  useEffect(() => {
    next.current = playOn;
  });
  // A pause begins with each version that is shown. Not with each new one: on a busy board it would never end.
  useEffect(() => {
    if (!isPlaying || v < 0) return;
    if (isAtEnd) {
      if (!isStarting.current) setPlaying(false);
      return;
    }
    isStarting.current = false;
    const timer = window.setTimeout(() => next.current(), STEP_MS);
    return () => window.clearTimeout(timer);
  }, [isPlaying, v, isAtEnd]);
  useEffect(() => {
    if (failed) setPlaying(false);
  }, [failed]);

  const value = dragged ?? Math.min(to, Math.max(from, shown.at ?? from));
  const share = (value - from) / (to - from);
  // Towards the middle of the slider, or at its ends a phone's edge would cut it off.
  const shift = `${(0.5 - share) * (document.dir === 'rtl' ? -100 : 100)}%`;
  const nameOf = (time: number) => intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' });
  const press = (event: KeyboardEvent) => {
    const steps = STEPS_OF_KEYS[event.key];
    if (steps === undefined) return;
    // The slider's own keys would move by time, skipping changes or stopping between them.
    event.stopPropagation();
    // Such as the browser's Alt+Left.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const isMirrored =
      event.key.startsWith('Arrow') && document.dir === 'rtl' && /Left|Right/.test(event.key);
    go(isMirrored ? -steps : steps);
  };
  const button = (label: string, icon: ReactNode, run: () => void, isDisabled = false) => (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        {...focusableDisabled(isDisabled)}
        onClick={() => {
          if (!isDisabled) run();
        }}
      >
        {icon}
      </IconButton>
    </Tooltip>
  );
  return (
    // Leaves space beneath for the thumb's label, which would cover the columns.
    <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 }, pb: 1 }}>
      {button(t('rewind_back'), <NavigateBefore sx={mirrored} />, () => go(-1), v <= firstV)}
      {isPlaying
        ? button(t('rewind_pause'), <Pause />, () => setPlaying(false))
        : button(t('rewind_play'), <PlayArrow sx={mirrored} />, () => {
            isStarting.current = isAtEnd;
            if (isAtEnd) onShow({ v: firstV });
            setPlaying(true);
          })}
      {button(t('rewind_forward'), <NavigateNext sx={mirrored} />, () => go(1), isAtEnd)}
      <Slider
        size="small"
        min={from}
        max={to}
        value={value}
        style={{ '--share': share, '--shift': shift } as CSSProperties}
        marks={marks.map((mark) => ({ value: mark }))}
        aria-label={t('rewind_time')}
        getAriaValueText={(time) => t('rewind_value', { time: nameOf(time), v, head: headV })}
        valueLabelDisplay="auto"
        valueLabelFormat={nameOf}
        onChange={(_event, time) => {
          setPlaying(false);
          setDragged(time as number);
          onShow({ time: time as number });
        }}
        onChangeCommitted={() => setDragged(null)}
        onKeyDownCapture={press}
        // What opened the past is gone with the present board.
        slotProps={{ input: { autoFocus: true } }}
        sx={{
          mx: 1.5,
          flexGrow: 1,
          // Above it is the sentence with the time.
          '& .MuiSlider-valueLabel': BENEATH,
          '& .MuiSlider-mark': { width: 4, height: 10, borderRadius: 1, opacity: 0.6 },
        }}
      />
    </Box>
  );
}

/** MUI places and scales it above the thumb. */
const BENEATH = {
  top: 'auto',
  bottom: -10,
  transformOrigin: 'top center',
  transform: 'translate(var(--shift), 100%) scale(0)',
  '&.MuiSlider-valueLabelOpen': { transform: 'translate(var(--shift), 100%) scale(1)' },
  // Its arrow, which is 8 pixels wide, stays at the thumb. (Mirrored.)
  '&::before': {
    top: 0,
    bottom: 'auto',
    left: 'clamp(8px, calc(var(--share) * 100%), calc(100% - 8px))',
    marginLeft: '-4px',
    transform: 'translateY(-50%) rotate(45deg)',
  },
};

const FAR = Number.MAX_SAFE_INTEGER;
/** Steps in changes, by key. */
const STEPS_OF_KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -FAR,
  End: FAR,
};
