import { useState } from 'react';
import { useT } from '#i18n/useT';
import { DangerCard } from './DangerCard';
import { ConfirmDialog } from './dialog/ConfirmDialog';
import { useErrorText } from './useErrorText';

interface Props {
  label: string;
  confirmTitle: string;
  confirmText: string;
  pending: boolean;
  error: unknown;
  /** Called when the confirmation opens: an earlier attempt's error is to go. */
  onOpen: () => void;
  onConfirm: () => void;
}

/** A deletion that cannot be undone, apart from the other settings. */
export function DangerZone(props: Props) {
  const { label, confirmTitle, confirmText, pending, error, onOpen, onConfirm } = props;
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen();
    setOpen(true);
  };
  return (
    <DangerCard title={t('danger_zone')} label={label} onOpen={open}>
      <ConfirmDialog
        open={isOpen}
        title={confirmTitle}
        text={confirmText}
        confirmLabel={label}
        pending={pending}
        error={useErrorText(error) ?? undefined}
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
      />
    </DangerCard>
  );
}
