import { type Translate, useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';
import { useBoard } from '../board.context';
import { NO_LOOK, type Sort, writeLook } from '../board.look';
import { useAddress } from '../useAddress';
import { useBoardLook } from '../useBoardLook';
import { useAskedView } from '../views/useAskedView';
import { NO_FILTER, writeFilter } from './board.filter';
import classes from './filters.module.css';
import { RemoveButton } from './RemoveButton';

/** The chosen saved view, lanes and sort order; a press removes each. */
export function LookPills() {
  const t = useT();
  const { look } = useBoard();
  const [, change] = useBoardLook();
  const setAddress = useAddress();
  const view = useAskedView();
  const leave = () => setAddress((params) => writeLook(writeFilter(params, NO_FILTER), NO_LOOK));
  const pill = (name: string, value: string, remove: () => void) => (
    <span className={`${classes.pill} ${classes.active}`}>
      <span className={classes.choice}>{t('label_pair', { name, value })}</span>
      <RemoveButton name={name} onClick={remove} />
    </span>
  );
  return (
    <>
      {view && pill(t('view_menu'), view.name, leave)}
      {look.lanes !== 'none' &&
        pill(t('view_lanes'), t(`view_lanes_${look.lanes}`), () => change({ lanes: 'none' }))}
      {look.sort && pill(t('view_sort'), t(`sort_${look.sort}`), () => change({ sort: null }))}
    </>
  );
}

/** Explains to the user why a card cannot be moved within its column. */
export function explainSorted(t: Translate, sort: Sort): void {
  showToast({ description: t('sort_fixed', { sort: t(`sort_${sort}`) }) });
}
