import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import { isBlank } from '@livelane/shared/values/blank';
import AddCard from '@mui/icons-material/AddTaskOutlined';
import Close from '@mui/icons-material/Close';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import { useCurrentUser } from '#lib/useSession';
import { apartByFinger, BY_FINGER } from '#ui/byFinger';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { Draggable } from '../dnd/dnd';
import { ItemInput } from './ItemInput';
import { dropItemEdit, keepItemBase, keepItemDraft, loadItemBase, loadItemDraft } from './item.draft';
import { isTooLong } from './pastedItems';

interface Props {
  taskId: string;
  item: ChecklistItem;
  index: number;
  canEdit: boolean;
  isEditing: boolean;
  /** Its user has just begun to edit it. */
  isFocused: boolean;
  onEdit: (isOn: boolean) => void;
  /**
   * @param baseText the item's text when its user began to edit it
   * @param isNextWanted whether the next item is to be edited now
   */
  onSave: (text: string, baseText: string, isNextWanted: boolean) => void;
  onTick: () => void;
  onPlace: (index: number) => void;
  onRemove: () => void;
  onPromote: () => void;
}

/** One item of a checklist. Alt and an arrow key moves it, Enter in its text continues to the next. */
export function ChecklistRow(props: Props) {
  const { taskId, item, index, canEdit, isEditing, onEdit, onTick, onPlace, onRemove, onPromote } = props;
  const t = useT();
  const { text, isDone } = item;
  /** Escape has ended an edit: the focus goes to the text in place of its field. */
  const isCancelled = useRef(false);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !step || !canEdit) return;
    event.preventDefault();
    onPlace(index + step);
  };
  const action = (name: string, icon: ReactNode, run: () => void) => (
    <Tooltip title={name}>
      <IconButton className="action" size="small" aria-label={name} onClick={run}>
        {icon}
      </IconButton>
    </Tooltip>
  );
  return (
    <Draggable draggableId={item.id} index={index} isDragDisabled={!canEdit || isEditing}>
      {(provided, { isDragging }) => (
        <Box
          component="li"
          {...provided.draggableProps}
          ref={provided.innerRef}
          onKeyDown={move}
          sx={{ ...ROW, ...(canEdit && HANDLE_IN_MARGIN), ...(isDragging && LIFTED) }}
        >
          {canEdit && (
            <Box
              component="span"
              {...provided.dragHandleProps}
              className="action"
              aria-label={t('checklist_handle', { text })}
              sx={HANDLE}
            >
              <DragIndicator fontSize="small" />
            </Box>
          )}
          <Checkbox
            size="small"
            checked={isDone}
            disabled={!canEdit}
            onChange={onTick}
            slotProps={{ input: { 'aria-label': text } }}
            sx={{ [BY_FINGER]: { p: 1.5 } }}
          />
          {isEditing ? (
            <ItemText
              taskId={taskId}
              item={item}
              isFocused={props.isFocused}
              onSave={props.onSave}
              onCancel={() => {
                isCancelled.current = true;
                onEdit(false);
              }}
            />
          ) : (
            <Box
              component={canEdit ? 'button' : 'span'}
              ref={(element: HTMLElement | null) => {
                if (element && isCancelled.current) element.focus();
                isCancelled.current = false;
              }}
              {...(canEdit && { type: 'button', onClick: () => onEdit(true) })}
              dir="auto"
              sx={{ ...TEXT, ...(isDone && DONE) }}
            >
              {text}
            </Box>
          )}
          {canEdit && !isEditing && (
            <>
              {action(t('checklist_promote', { text }), <AddCard fontSize="small" />, onPromote)}
              {action(t('checklist_remove', { text }), <Close fontSize="small" />, onRemove)}
            </>
          )}
        </Box>
      )}
    </Draggable>
  );
}

interface ItemTextProps extends Pick<Props, 'taskId' | 'item' | 'isFocused' | 'onSave'> {
  onCancel: () => void;
}

function ItemText({ taskId, item: { id, text }, isFocused, onSave, onCancel }: ItemTextProps) {
  const t = useT();
  const userId = useCurrentUser().id;
  const [begun] = useState(() => loadItemBase(userId, id)?.text ?? text);
  const [typed, setTyped] = useState(() => loadItemDraft(userId, id) || text);
  const isOver = useRef(false);
  const end = (how: () => void) => {
    // Removing the field blurs it, which would save once more.
    if (isOver.current) return;
    isOver.current = true;
    dropItemEdit(userId, id);
    how();
  };
  /** A text that is too long stays to be shortened. */
  const save = (isNextWanted: boolean) => {
    if (!isTooLong(typed)) end(() => onSave(typed, begun, isNextWanted));
  };
  const type = (now: string) => {
    setTyped(now);
    if (now === begun || isBlank(now)) dropItemEdit(userId, id);
    else {
      keepItemBase(userId, id, { taskId, text: begun });
      keepItemDraft(userId, id, now);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      end(onCancel);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      save(true);
    }
  };
  return (
    <ItemInput
      autoFocus={isFocused}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onKeyDown={press}
      onBlur={() => save(false)}
      inputProps={{ 'aria-label': t('checklist_text'), enterKeyHint: 'next' }}
      sx={{ fontSize: { xs: '1rem', sm: '0.875rem' } }}
    />
  );
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '&:hover': { bgcolor: 'action.hover' },
  // Hidden until hover; always shown on devices without hover.
  '@media (hover: hover)': {
    '& .action': { opacity: 0 },
    '&:is(:hover, :focus-within) .action': { opacity: 1 },
  },
  ...apartByFinger(30),
} as const;
const HANDLE = {
  display: 'flex',
  color: 'text.secondary',
  cursor: 'grab',
  py: 1,
  [BY_FINGER]: { px: 1.5, py: 1.5 },
  // Its sign stays at the edge of the text.
  [`${BY_FINGER} and (max-width: 599px)`]: { marginInlineStart: '-12px' },
} as const;
/** Aligns the checkboxes with the heading. */
const HANDLE_IN_MARGIN = { marginInlineStart: { sm: -3 } } as const;
const LIFTED = { boxShadow: 4 } as const;
const TEXT = {
  flexGrow: 1,
  minWidth: 0,
  minHeight: 36,
  p: 0.5,
  border: 0,
  bgcolor: 'transparent',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '0.875rem',
  lineHeight: 1.5,
  // At the page's start, not the text's: beside its checkbox in any script. The RTL plugin mirrors it.
  textAlign: 'left',
  overflowWrap: 'anywhere',
  cursor: 'text',
} as const;
const DONE = { color: 'text.secondary', textDecoration: 'line-through' } as const;
