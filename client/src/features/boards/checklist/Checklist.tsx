import { CHECKLIST_MAX } from '@livelane/shared/http/limits';
import type { ChecklistItem, NewItem } from '@livelane/shared/tasks/checklist';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { addItems, changeItem, placeItem, removeItem } from '#board-sync/checklist.mutations';
import type { BoardMutation } from '#board-sync/mutations';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { isComposing } from '#lib/keyPress';
import { typedText } from '#lib/typedText';
import { useCurrentUser } from '#lib/useSession';
import { announce } from '#ui/announce/announce';
import { showToast } from '#ui/toast/toast.store';
import { DragDropContext, Droppable, type DropResult, type ResponderProvided } from '../dnd/dnd';
import { ChecklistRow } from './ChecklistRow';
import { ItemInput } from './ItemInput';
import { itemEdits, keepItemDraft, loadItemDraft } from './item.draft';
import { isTooLong, pastedItems, typedItems } from './pastedItems';

interface Props {
  task: StoredTask;
  canEdit: boolean;
  /** Makes a change, and offers to undo it in its toast. */
  onChange: (make: (task: StoredTask) => BoardMutation, notice?: string) => void;
  /** Makes an item a task of its own. Resolves with false if that is not possible now. */
  onPromote: (item: ChecklistItem) => Promise<boolean>;
}

/** The checklist of a task. Each change is saved at once, as for comments. */
export function Checklist({ task, canEdit, onChange, onPromote }: Props) {
  const t = useT();
  const titleId = useId();
  const addField = useRef<HTMLInputElement>(null);
  const userId = useCurrentUser().id;
  const [text, setText] = useState(() => loadItemDraft(userId, task.id));
  const [editing, setEditing] = useState<string | null>(null);
  const isLifted = useRef(false);
  const { checklist, title } = task;
  const promote = async (item: ChecklistItem) => {
    const pressed = document.activeElement;
    if (!(await onPromote(item))) return;
    // The button is removed with the item; a focus that has moved elsewhere stays there.
    if ([pressed, document.body].includes(document.activeElement)) addField.current?.focus();
  };
  const done = checklist.filter(({ isDone }) => isDone).length;
  const room = CHECKLIST_MAX - checklist.length;
  const isFull = room <= 0;
  const drafts = canEdit ? itemEdits(userId, task.id) : [];
  // An edit that a reload has interrupted, or whose text is too long, stays open.
  const isOpen = (itemId: string) => itemId === editing || drafts.some(({ id }) => id === itemId);
  // New items push the field for the next one down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number is not read
  useEffect(() => {
    const field = addField.current;
    if (field && field === document.activeElement) field.scrollIntoView({ block: 'nearest' });
  }, [checklist.length]);
  if (!canEdit && checklist.length === 0) return null;

  const type = (typed: string) => {
    setText(typed);
    keepItemDraft(userId, task.id, typed);
  };
  const add = (given: readonly NewItem[]) => {
    // Someone else has filled it while this user was typing.
    if (isFull) return;
    const fitting = given.filter((item) => !isTooLong(item.text));
    const items = fitting.slice(0, room);
    const long = given.filter((item) => isTooLong(item.text));
    // These stay to be shortened; their field has one line.
    type(long.map((item) => item.text).join(' '));
    if (items.length > 0) onChange((now) => addItems(clock, now, items));
    const count = fitting.length - items.length;
    if (count > 0)
      showToast({
        description: t('checklist_left_out', { count, max: CHECKLIST_MAX }),
        variant: 'destructive',
      });
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/\n./.test(pasted.trim())) return;
    event.preventDefault();
    add(pastedItems(`${text}${pasted}`));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return;
    // Enter would save the whole task.
    event.preventDefault();
    add(typedItems(text));
  };
  const place = (item: ChecklistItem, index: number) => {
    const others = checklist.length - 1;
    if (index < 0 || index > others || checklist[index]?.id === item.id) return;
    onChange((now) => placeItem(clock, now, item, index));
    announce(t('checklist_moved', { text: item.text, position: index + 1, count: checklist.length }));
  };
  const itemOf = (itemId: string) => checklist.find(({ id }) => id === itemId);
  /** Announcements in the user's language; the drag library's are English. */
  const say = (
    library: ResponderProvided,
    text: 'drag_lifted' | 'drag_moved' | 'drag_dropped',
    itemId: string,
    index: number,
  ) => {
    const title = itemOf(itemId)?.text ?? '';
    library.announce(t(text, { title, position: index + 1, state: t('checklist_title') }));
  };
  const drop = ({ draggableId, destination }: DropResult, library: ResponderProvided) => {
    isLifted.current = false;
    const item = itemOf(draggableId);
    if (!item || !destination) {
      library.announce(t('drag_cancelled', { title: item?.text ?? '' }));
      return;
    }
    place(item, destination.index);
    say(library, 'drag_dropped', draggableId, destination.index);
  };
  const remove = (item: ChecklistItem) => {
    onChange((now) => removeItem(clock, now, item), t('undo_checklist', { title }));
    addField.current?.focus();
  };
  const save = (item: ChecklistItem, next: string, baseText: string, isNextWanted: boolean) => {
    const following = checklist[checklist.indexOf(item) + 1]?.id ?? null;
    setEditing(isNextWanted ? following : null);
    if (isNextWanted && !following) addField.current?.focus();
    const text = typedText(next);
    if (!text) remove(item);
    else if (text !== baseText && text !== item.text)
      onChange((now) => changeItem(clock, now, item, { text, baseText }));
  };
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ minWidth: 0 }}
      onKeyDown={(event) => {
        // Escape drops a lifted item in its old place; the dialog stays open.
        if (event.key === 'Escape' && isLifted.current) event.stopPropagation();
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Typography id={titleId} variant="overline" component="h3" color="textSecondary">
          {t('checklist_title')}
        </Typography>
        {checklist.length > 0 && (
          <Typography variant="body2" color="textSecondary" role="status">
            {t('checklist_progress', { done, count: checklist.length })}
          </Typography>
        )}
      </Box>
      {checklist.length > 0 && (
        <LinearProgress
          variant="determinate"
          aria-labelledby={titleId}
          color={done === checklist.length ? 'success' : 'primary'}
          value={(100 * done) / checklist.length}
          sx={{ borderRadius: 1, mb: 1 }}
        />
      )}
      <DragDropContext
        onBeforeDragStart={() => {
          isLifted.current = true;
        }}
        onDragStart={({ draggableId, source }, library) =>
          say(library, 'drag_lifted', draggableId, source.index)
        }
        onDragUpdate={({ draggableId, destination }, library) => {
          if (destination) say(library, 'drag_moved', draggableId, destination.index);
          else library.announce('');
        }}
        onDragEnd={drop}
        dragHandleUsageInstructions={t('card_drag_hint')}
      >
        <Droppable droppableId={task.id}>
          {(provided) => (
            <Box
              component="ul"
              {...provided.droppableProps}
              ref={provided.innerRef}
              sx={{ m: 0, p: 0, listStyle: 'none' }}
            >
              {checklist.map((item, index) => (
                <ChecklistRow
                  key={item.id}
                  taskId={task.id}
                  item={item}
                  index={index}
                  canEdit={canEdit}
                  isEditing={canEdit && isOpen(item.id)}
                  isFocused={editing === item.id}
                  onEdit={(isOn) => setEditing(isOn ? item.id : null)}
                  onSave={(...typed) => save(item, ...typed)}
                  onTick={() => onChange((now) => changeItem(clock, now, item, { isDone: !item.isDone }))}
                  onPlace={(to) => place(item, to)}
                  onRemove={() => remove(item)}
                  onPromote={() => promote(item)}
                />
              ))}
              {provided.placeholder}
            </Box>
          )}
        </Droppable>
      </DragDropContext>
      {canEdit && (
        <ItemInput
          inputRef={addField}
          value={text}
          disabled={isFull}
          placeholder={t(isFull ? 'input_max_checklist_items' : 'checklist_add_hint')}
          onChange={({ target }) => type(target.value)}
          onPaste={paste}
          onKeyDown={press}
          onBlur={() => add(typedItems(text))}
          inputProps={{ 'aria-label': t('checklist_add'), enterKeyHint: 'next' }}
          sx={{
            mt: 0.5,
            px: 1,
            border: 1,
            borderColor: 'transparent',
            borderRadius: 1,
            fontSize: { xs: '1rem', sm: '0.875rem' },
            '&:hover': { borderColor: 'divider' },
            '&.Mui-focused': { borderColor: 'primary.main' },
          }}
        />
      )}
    </Box>
  );
}
