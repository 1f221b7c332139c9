import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ComponentProps, ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import type { ShownLabel } from '#ui/label/LabelChip';
import type { TaskFormValues } from '../task.form';
import { TaskProperties } from './TaskProperties';
import { TaskPropertiesRead } from './TaskPropertiesRead';
import { TaskTexts } from './TaskTexts';
import { TaskTextsRead } from './TaskTextsRead';

interface Props {
  canEdit: boolean;
  /** With its properties. */
  isWhole: boolean;
  control: Control<TaskFormValues>;
  values: TaskFormValues;
  /** Fields that someone else has changed while this user did. */
  contested: ComponentProps<typeof TaskTexts>['contested'];
  /** The user is choosing which description stays. */
  isDeciding: boolean;
  selectsTitle: boolean;
  projects: readonly { id: string; name: string }[];
  /** Who can be assigned. */
  members: readonly BoardMember[];
  /** These and everyone else who may be assigned already. */
  people: readonly PublicUser[];
  labels: ReadonlyMap<string, ShownLabel>;
  labelField: ComponentProps<typeof TaskProperties>['labels'];
  stateName: (state: TaskState) => string;
  /** As the task is now in the form, its user will not see it any more. */
  losesSight: boolean;
  checklist: ReactNode;
  conversation: ReactNode;
}

/** A task's texts with its properties beside them, editable or read-only. */
export function TaskBody({ canEdit, control, values, contested, ...props }: Props) {
  const { projects, people, stateName } = props;
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 4,
        rowGap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 344px' },
        gridTemplateRows: 'auto 1fr',
      }}
    >
      <Stack spacing={3} sx={{ minWidth: 0 }}>
        {canEdit ? (
          <TaskTexts
            control={control}
            contested={contested}
            isDeciding={props.isDeciding}
            selectsTitle={props.selectsTitle}
          />
        ) : (
          <TaskTextsRead values={values} />
        )}
        {props.checklist}
      </Stack>
      <Box sx={BESIDE}>
        {props.isWhole &&
          (canEdit ? (
            <TaskProperties
              control={control}
              projects={projects}
              members={props.members}
              people={people}
              contested={contested}
              stateName={stateName}
              labels={props.labelField}
              losesSight={props.losesSight}
            />
          ) : (
            <TaskPropertiesRead
              values={values}
              projects={projects}
              people={people}
              labels={props.labels}
              stateName={stateName}
            />
          ))}
      </Box>
      {props.conversation}
    </Box>
  );
}

/** Beside the texts and the conversation. */
const BESIDE = { gridRow: { md: 'span 2' } } as const;
