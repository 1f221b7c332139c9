import type { UpdateViewInput, View } from '@livelane/shared/views/view.schema';
import { useT } from '#i18n/useT';
import { useErrorToast } from '#ui/toast/useErrorToast';
import { useSavedToast } from '#ui/toast/useSavedToast';
import { useReadViews, useUpdateView } from './views.api';

/** The fields of a view that an input contains. */
const partOf = (view: View, input: UpdateViewInput) =>
  Object.fromEntries(Object.keys(input).map((field) => [field, view[field as keyof View]]));

/**
 * Changes a saved view and shows a toast with an undo or the error: the caller may be gone by then.
 * Resolves with whether it is saved.
 */
export function useSaveView(boardId: string) {
  const t = useT();
  const showError = useErrorToast();
  const showSaved = useSavedToast();
  const readViews = useReadViews(boardId);
  const { mutateAsync } = useUpdateView(boardId);
  return async (view: View, input: UpdateViewInput): Promise<boolean> => {
    try {
      const saved = await mutateAsync({ id: view.id, ...input });
      showSaved({
        description: t('saved_view_saved', { name: saved.name }),
        title: saved.name,
        saved: partOf(saved, input),
        read: async () => {
          const now = (await readViews()).find(({ id }) => id === view.id);
          return now && partOf(now, input);
        },
        restore: () => mutateAsync({ id: view.id, ...partOf(view, input) }),
      });
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
}
