import { BOARD_LINES_TYPE } from '@livelane/shared/boards/board.lines';
import type { Cursor } from '#board-sync/board.follower';
import { type BoardRead, type BoardReading, beginReading, seenIn } from '#board-sync/board.reading';
import { api, NetworkError } from '#lib/api';
import { boardPath } from '#lib/boardPath';
import { BOARD_READ } from '#lib/cacheTimes';
import { takePrefetched } from '#lib/prefetch';

const OPTIONS = { ...BOARD_READ, headers: { Accept: BOARD_LINES_TYPE } };

/**
 * Requests a project's board, unless it was prefetched. Null when the held one is still current.
 * @param onSeen called with the version up to which its reader has seen it
 * @throws ApiError, NetworkError
 */
export async function openBoard(
  projectId: string,
  held: Cursor | null,
  onSeen: (seenV: number) => void,
): Promise<BoardReading | null> {
  const ahead = (await takePrefetched(boardPath(projectId))) as BoardReading | undefined;
  if (ahead) {
    if (ahead.seenV !== null) onSeen(ahead.seenV);
    const { epoch, v } = ahead.top;
    if (held?.epoch !== epoch || held.v !== v) return readAgain(ahead, projectId);
    ahead.leave();
    return null;
  }
  return request(projectId, held, onSeen);
}

async function request(
  projectId: string,
  held: Cursor | null,
  onSeen?: (seenV: number) => void,
): Promise<BoardReading | null> {
  const etag = held && `"${held.epoch}:${held.v}"`;
  const response = await api.open(boardPath(projectId), etag, OPTIONS);
  const seenV = seenIn(response);
  if (seenV !== null) onSeen?.(seenV);
  if (response.status === 304) return null;
  const { top, whole, leave } = await onLine(beginReading(response));
  return { top, seenV, whole: () => onLine(whole()), leave };
}

/** Reads a whole board once, such as a past one. @throws ApiError, NetworkError */
export async function readBoard(path: string): Promise<BoardRead> {
  const response = await api.open(path, null, OPTIONS);
  return onLine(beginReading(response).then(({ whole }) => whole()));
}

/** An answer that was cut off is requested once more. */
function readAgain({ whole, ...reading }: BoardReading, projectId: string): BoardReading {
  const again = async () => (await request(projectId, null))?.whole() ?? reading.top;
  return { ...reading, whole: () => whole().catch(again) };
}

/** An incomplete or missing answer becomes a NetworkError. */
async function onLine<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch {
    throw new NetworkError();
  }
}
