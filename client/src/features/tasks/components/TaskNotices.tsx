import type { EditConflict } from '@livelane/shared/http/error.schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef } from 'react';
import { useT } from '#i18n/useT';
import { ConflictPanel } from './ConflictPanel';
import { StrandedText } from './StrandedText';

interface Props {
  isDraft: boolean;
  isGone: boolean;
  /** It is not on this board any more. */
  isElsewhere: boolean;
  /** The name of its project, if known. */
  projectName: string | undefined;
  hasLostRight: boolean;
  /** Texts whose fields are gone with the task, or with the right to change it. */
  stranded: readonly { label: string; text: string }[];
  conflict: EditConflict | null;
  /** The author of the conflict's other text, if known. */
  otherName: string | undefined;
  /** Undefined if it may not be created again. */
  onCreateAgain: (() => void) | undefined;
  onTakeTheirs: (conflict: EditConflict) => void;
  onKeepMine: (conflict: EditConflict) => void;
  onCombine: (conflict: EditConflict) => void;
}

/** Notices of changes to a task while its dialog is open. */
export function TaskNotices(props: Props) {
  const {
    isDraft,
    isGone,
    isElsewhere,
    projectName,
    hasLostRight,
    stranded,
    conflict,
    otherName,
    onCreateAgain,
  } = props;
  const t = useT();
  const notices = useRef<HTMLDivElement>(null);
  const mustBeSeen = isGone || hasLostRight || conflict !== null;
  useEffect(() => {
    // Whoever reads comments far below would only see that their field has gone, or that saving does nothing.
    if (mustBeSeen) notices.current?.scrollIntoView?.({ block: 'nearest' });
  }, [mustBeSeen]);
  if (!isDraft && !isGone && !isElsewhere && !hasLostRight && !conflict) return null;
  return (
    <Stack ref={notices} spacing={2} sx={{ mb: 2, scrollMarginTop: '16px' }}>
      {isDraft && <Alert severity="info">{t('task_draft')}</Alert>}
      {isGone && (
        <Alert
          severity="warning"
          action={
            onCreateAgain && (
              <Button color="inherit" size="small" onClick={onCreateAgain}>
                {t('task_create_again')}
              </Button>
            )
          }
        >
          {t('task_gone')}
        </Alert>
      )}
      {isElsewhere && !isGone && (
        <Alert severity="info">
          {projectName ? t('task_elsewhere', { project: projectName }) : t('task_left_board')}
        </Alert>
      )}
      {hasLostRight && <Alert severity="warning">{t('task_no_right')}</Alert>}
      {stranded.map(({ label, text }) => (
        <StrandedText key={label + text} label={label} text={text} />
      ))}
      {conflict && (
        <ConflictPanel
          conflict={conflict}
          name={otherName}
          onTakeTheirs={() => props.onTakeTheirs(conflict)}
          onKeepMine={() => props.onKeepMine(conflict)}
          onCombine={() => props.onCombine(conflict)}
        />
      )}
    </Stack>
  );
}
