import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';

/** Lines that are shown of a long text. */
const LINES = 3;

/** A user's text: the first lines of a long one, and all of it on demand. */
export function LongText({ text }: { text: string }) {
  const t = useT();
  const id = useId();
  const element = useRef<HTMLElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Whether it is too long depends on the width, which changes with the window and the side panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text must be measured again
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown || isOpen) return;
    const measure = () => setLong(shown.scrollHeight > shown.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [text, isOpen]);
  return (
    <Box>
      <Typography
        ref={element}
        id={id}
        color="textSecondary"
        sx={{
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
          ...(!isOpen && {
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: LINES,
            overflow: 'hidden',
          }),
        }}
      >
        <bdi>{text}</bdi>
      </Typography>
      {isLong && (
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          sx={{ mx: -0.5 }}
        >
          {t(isOpen ? 'show_less' : 'show_more')}
        </Button>
      )}
    </Box>
  );
}
