import { projectBoard } from '#board-sync/board.types';
import { useWorkspaceOfProject } from '#features/workspaces/workspaces.api';
import { useT } from '#i18n/useT';
import { sendCommand } from '#lib/commands';
import { useAppSelector } from '#store/hooks';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { columnName } from '../columns/columnName';
import { useLabelMap } from '../screen/useLabelMap';

const ActivityPanel = deferredDialog(
  async () => (await import('#features/activity/components/ActivityPanel')).default,
);

interface Props {
  projectId: string;
  projectName: (projectId: string) => string | undefined;
  /** Only changes after this version of the board. */
  after?: number | undefined;
  onClose: () => void;
}

/** The activity panel of a board, whose entries link to their tasks. */
export function BoardActivity({ projectId, onClose, ...more }: Props) {
  const t = useT();
  const headV = useAppSelector((state) => projectBoard(state.board, projectId)?.v ?? 0);
  const members = useAppSelector((state) => projectBoard(state.board, projectId)?.members);
  const settings = useAppSelector((state) => projectBoard(state.board, projectId)?.settings);
  const workspace = useWorkspaceOfProject(projectId).data;
  const labels = useLabelMap(workspace ? [workspace.id] : []);
  const open = (taskId: string) => {
    onClose();
    sendCommand({ kind: 'openTask', taskId });
  };
  return (
    <ActivityPanel
      {...more}
      projectId={projectId}
      headV={headV}
      people={members ?? []}
      columnName={(state) => columnName(t, settings, state)}
      labelName={(id) => labels.get(id)?.name}
      onOpen={open}
      onClose={onClose}
    />
  );
}
