import { withoutLabel } from '@livelane/shared/boards/op.tasks';
import { isAnyOf } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef } from 'react';
import { opsReceived, personalOpsReceived } from '#board-sync/board.slice';
import { useGoneLabels } from '#features/labels/useGoneLabels';
import { useAppStore } from '#store/hooks';
import { addAppListener } from '#store/store';
import { readFilter, writeFilter } from '../filters/board.filter';
import { useBoardFilter } from '../filters/useBoardFilter';
import { useAddress } from '../useAddress';

const isOps = isAnyOf(opsReceived, personalOpsReceived);

/** Takes deleted labels out of the board's filter, and replaces merged ones. */
export function FilteredLabels({ workspaceIds }: { workspaceIds: readonly string[] }) {
  const store = useAppStore();
  const setAddress = useAddress();
  const [{ labels: filtered }] = useBoardFilter();
  /** Labels that were taken out before a push told what they were merged into. */
  const dropped = useRef(new Set<string>());
  const change = useCallback(
    (make: (ids: string[]) => string[]) =>
      setAddress(
        (params) => {
          const filter = readFilter(params);
          return writeFilter(params, { ...filter, labels: make(filter.labels) });
        },
        { replace: true },
      ),
    [setAddress],
  );
  useGoneLabels(workspaceIds, filtered, (gone) => {
    for (const id of gone) dropped.current.add(id);
    change((ids) => ids.filter((id) => !gone.includes(id)));
  });
  useEffect(
    () =>
      store.dispatch(
        addAppListener({
          matcher: isOps,
          effect: ({ payload }) => {
            for (const op of [payload].flat().flatMap(({ ops }) => ops)) {
              if (op.type !== 'label.removed') continue;
              const { labelId, into } = op.patch;
              if (dropped.current.delete(labelId))
                change((ids) => withoutLabel([...ids, labelId], labelId, into));
              else if (filtered.includes(labelId)) change((ids) => withoutLabel(ids, labelId, into));
            }
          },
        }),
      ),
    [store, change, filtered],
  );
  return null;
}
