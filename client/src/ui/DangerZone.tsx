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
  onConfirm: () => void;
}

/** A deletion that cannot be undone, apart from the other settings. */
export function DangerZone({ label, confirmTitle, confirmText, pending, error, onConfirm }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <DangerCard title={t('danger_zone')} label={label} onOpen={() => setOpen(true)}>
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
