import { withoutLabel } from '@livelane/shared/boards/op.tasks';
import { isAnyOf } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { opsReceived, personalOpsReceived } from '#board-sync/board.slice';
import { useLabels, useReadLabels } from '#features/labels/labels.api';
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
  const { data } = useLabels(workspaceIds);
  const readLabels = useRef(() => Promise.resolve(data));
  readLabels.current = useReadLabels(workspaceIds);
  /** Labels that were taken out before a push told what they were merged into. */
  const dropped = useRef(new Set<string>());

  useEffect(() => {
    const change = (make: (ids: string[]) => string[]) =>
      setAddress(
        (params) => {
          const filter = readFilter(params);
          return writeFilter(params, { ...filter, labels: make(filter.labels) });
        },
        { replace: true },
      );
    const isKnown = (id: string) => data?.some((label) => label.id === id);
    let isOver = false;
    const dropUnknown = async () => {
      // The list may be older than a label in a link.
      const now = await readLabels.current();
      const gone = filtered.filter((id) => !now?.some((label) => label.id === id));
      if (isOver || gone.length === 0) return;
      for (const id of gone) dropped.current.add(id);
      change((ids) => ids.filter((id) => !gone.includes(id)));
    };
    // Without a connection it stays.
    if (data && !filtered.every(isKnown)) dropUnknown().catch(() => undefined);
    const stop = store.dispatch(
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
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [store, setAddress, data, filtered]);
  return null;
}
