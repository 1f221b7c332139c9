import { type TaskPriority, taskPriorities } from '@livelane/shared/tasks/task.values';
import type { Grouping } from '@livelane/shared/views/view.values';
import { useT } from '#i18n/useT';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { LabelChip } from '#ui/label/LabelChip';
import { useLabelName } from '#ui/label/useLabelName';
import { PriorityArrow } from '#ui/task-looks/PriorityArrow';
import { useBoard } from '../board.context';
import { NONE } from './lane.groups';
import classes from './lanes.module.css';

/** Returns the name of a lane's value. */
export function useLaneName(): (key: string) => string {
  const t = useT();
  const labelName = useLabelName();
  const { look, people, labels, projectOf } = useBoard();
  return (key) => {
    if (look.lanes === 'priority') return t(isPriority(key) ? `priority_${key}` : 'task_priority_none');
    if (look.lanes === 'project') return projectOf(key)?.name ?? '';
    if (look.lanes === 'label') {
      const label = labels.get(key);
      return label ? labelName(label) : key === NONE ? t('task_no_labels') : '';
    }
    const person = people.get(key);
    if (person) return `${person.firstName} ${person.surname}`;
    return t(key === NONE ? 'task_nobody' : 'comment_former_user');
  };
}

const isPriority = (key: string): key is TaskPriority => taskPriorities.some((each) => each === key);

/** The same with its icon. */
export function LaneTitle({ lanes, laneKey }: { lanes: Grouping; laneKey: string }) {
  const { people, labels } = useBoard();
  const name = useLaneName()(laneKey);
  const person = lanes === 'assignee' && people.get(laneKey);
  const label = lanes === 'label' && labels.get(laneKey);
  if (label)
    return (
      <>
        <LabelChip label={label} />
        {label.workspace && <bdi className={classes.workspace}>{label.workspace}</bdi>}
      </>
    );
  return (
    <>
      {person && <UserAvatar user={person} size="small" />}
      {lanes === 'priority' && isPriority(laneKey) && <PriorityArrow priority={laneKey} />}
      <bdi>{name}</bdi>
    </>
  );
}
