import CheckBoxOutlined from '@mui/icons-material/CheckBoxOutlined';
import Code from '@mui/icons-material/Code';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatQuote from '@mui/icons-material/FormatQuote';
import LinkIcon from '@mui/icons-material/Link';
import StrikethroughS from '@mui/icons-material/StrikethroughS';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ComponentType } from 'react';
import type { CatalogueKey } from '#i18n/en-GB';
import { useT } from '#i18n/useT';
import { mirrored } from '../mirrored';
import { Tooltip } from '../tooltip/Tooltip';
import { linked, prefixed, type Selected, type TextEdit, wrapped } from './textEdits';

interface Tool {
  label: CatalogueKey;
  icon: ComponentType<{ fontSize: 'small' }>;
  edit: (selected: Selected) => TextEdit;
  /** The letter with Ctrl or Cmd. */
  letter?: string;
}

const List = () => <FormatListBulleted fontSize="small" sx={mirrored} />;

const TOOLS: readonly Tool[] = [
  { label: 'markdown_bold', icon: FormatBold, edit: (at) => wrapped(at, '**'), letter: 'b' },
  { label: 'markdown_italic', icon: FormatItalic, edit: (at) => wrapped(at, '_'), letter: 'i' },
  { label: 'markdown_strike', icon: StrikethroughS, edit: (at) => wrapped(at, '~~') },
  { label: 'markdown_code', icon: Code, edit: (at) => wrapped(at, '`') },
  { label: 'markdown_link', icon: LinkIcon, edit: (at) => linked(at) },
  { label: 'markdown_list', icon: List, edit: (at) => prefixed(at, '- ') },
  { label: 'markdown_tasks', icon: CheckBoxOutlined, edit: (at) => prefixed(at, '- [ ] ') },
  { label: 'markdown_quote', icon: FormatQuote, edit: (at) => prefixed(at, '> ') },
];

/** The edit of a letter with Ctrl or Cmd; null for none. */
export const editForLetter = (letter: string | null): Tool['edit'] | undefined =>
  TOOLS.find((tool) => tool.letter === letter)?.edit;

/** Buttons for people who do not know Markdown. They do not move the focus. */
export function MarkdownToolbar({ onEdit }: { onEdit: (edit: Tool['edit']) => void }) {
  const t = useT();
  return (
    <Box role="toolbar" aria-label={t('markdown_toolbar')} sx={{ display: 'flex', flexWrap: 'wrap' }}>
      {TOOLS.map(({ label, icon: Icon, edit, letter }) => (
        <Tooltip key={label} title={t(label)}>
          <IconButton
            size="small"
            aria-label={t(label)}
            aria-keyshortcuts={letter && `Control+${letter.toUpperCase()} Meta+${letter.toUpperCase()}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onEdit(edit)}
          >
            <Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      ))}
    </Box>
  );
}
