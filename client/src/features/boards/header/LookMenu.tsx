import { groupings } from '@livelane/shared/views/view.values';
import Menu from '@mui/material/Menu';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { useBoard } from '../board.context';
import { type BoardLook, sorts } from '../board.look';
import { Choice } from '../components/Choice';
import { useBoardLook } from '../useBoardLook';

interface Props {
  part: 'lanes' | 'sort';
  anchor: HTMLElement;
  onClose: () => void;
}

/** The menu of a board's lanes, or of its sort order. */
export function LookMenu({ part, anchor, onClose }: Props) {
  const t = useT();
  const { boardId, look } = useBoard();
  const [, change] = useBoardLook();
  // The personal board's tasks are all one person's; on a project's there is one project.
  const pointless = boardId === PERSONAL_BOARD ? 'assignee' : 'project';
  const choose = (next: Partial<BoardLook>) => {
    onClose();
    change(next);
  };
  const choices =
    part === 'lanes'
      ? groupings
          .filter((lanes) => lanes !== pointless)
          .map((lanes) => ({ key: lanes, label: t(`view_lanes_${lanes}`), next: { lanes } }))
      : [null, ...sorts].map((sort) => ({
          key: sort ?? 'none',
          label: t(`sort_${sort ?? 'none'}`),
          next: { sort },
        }));
  const title = t(part === 'lanes' ? 'view_lanes' : 'view_sort');
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': title } }}>
      {choices.map(({ key, label, next }) => (
        <Choice
          key={key}
          label={label}
          isChosen={(look[part] ?? 'none') === key}
          onChoose={() => choose(next)}
        />
      ))}
    </Menu>
  );
}
