import type { UpdateViewInput, View } from '@livelane/shared/views/view.schema';
import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';
import { useErrorTexts } from '#ui/useErrorText';
import { useUpdateView } from './views.api';

/**
 * Changes a saved view, says so and offers to undo it, or says why not: whoever asked for it may have left by then.
 * Resolves with whether it is saved.
 */
export function useSaveView(boardId: string) {
  const t = useT();
  const textOf = useErrorTexts();
  const { mutateAsync } = useUpdateView(boardId);
  const tell = (error: unknown) => showToast({ description: textOf(error), variant: 'destructive' });
  return async (view: View, input: UpdateViewInput): Promise<boolean> => {
    const former = Object.fromEntries(Object.keys(input).map((field) => [field, view[field as keyof View]]));
    try {
      const { name } = await mutateAsync({ id: view.id, ...input });
      showToast({
        description: t('saved_view_saved', { name }),
        variant: 'success',
        action: { label: t('undo'), run: () => void mutateAsync({ id: view.id, ...former }).catch(tell) },
      });
      return true;
    } catch (error) {
      tell(error);
      return false;
    }
  };
}
