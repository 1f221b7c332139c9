import { packCards } from '@livelane/shared/boards/card.packing';
import type { ColumnSettings } from '@livelane/shared/boards/column.settings';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { LRUCache } from 'lru-cache';
import { type BoardReplica, weigh } from './board.replica';

/** Cards of each column in a board's first line: a tall screen shows fewer. */
const TOP_CARDS = 24;
/** Cards in each further line: read in a fraction of a frame. */
const LINE_CARDS = 200;

/** Longer texts, in characters, are serialised each time: kept, they would take as much room as the board itself. */
const MAX_KEPT_JSON = 4_000;

/** Bytes of cards in one pack at most, unless it has one card only: no more is written ahead of a reader (R32). */
const MAX_PACK_WEIGHT = 400_000;
/** Bytes of packs that are kept. */
const MAX_PACKED_BYTES = 32_000_000;

/** Neighbouring cards as JSON, by the first of them: a change of one card leaves the other packs as they are. */
const packed = new LRUCache<StoredTask, { cards: readonly StoredTask[]; json: string }>({
  maxSize: MAX_PACKED_BYTES,
  sizeCalculation: ({ json }) => json.length,
});

/** A task as JSON without its last brace: a change of one card leaves the text of all others as it is. */
const openJson = new WeakMap<StoredTask, string>();

/** The cards of each column that one viewer sees, in order, as they were when this was made. */
export type VisibleColumns = ReadonlyArray<{
  state: TaskState;
  settings: ColumnSettings;
  tasks: readonly StoredTask[];
}>;

export function visibleColumns(
  board: BoardReplica,
  isVisible: (task: StoredTask) => boolean,
): VisibleColumns {
  return taskStates.map((state) => ({
    state,
    settings: board.settingsOf(state),
    tasks: board.column(state).filter(isVisible),
  }));
}

/** How a board is written: as one object, or as lines whose first is shown before the others are read. */
export type BoardForm = 'object' | 'lines';

/**
 * A board as text, in pieces.
 * @param headJson the board's own fields, as an object
 * @param membersJson its members, as an array
 */
export function* boardText(
  columns: VisibleColumns,
  headJson: string,
  membersJson: string,
  form: BoardForm,
): Generator<string> {
  if (form === 'lines') {
    yield* boardLines(columns, headJson, membersJson);
    return;
  }
  yield `${headJson.slice(0, -1)},"columns":`;
  yield* columnsJson(columns);
  yield `,"members":${membersJson}}`;
}

/** A board's columns as one viewer sees them, as JSON in pieces: positions count what they can see. */
function* columnsJson(columns: VisibleColumns): Generator<string> {
  yield '[';
  for (const [index, { state, settings, tasks }] of columns.entries()) {
    yield `${index === 0 ? '' : ','}{"id":"${state}","state":"${state}",${fieldsJson(settings)},"tasks":[`;
    for (const [position, task] of tasks.entries())
      yield `${position === 0 ? '' : ','}${taskJson(task)},"columnPosition":${position}}`;
    yield ']}';
  }
  yield ']';
}

/** The same as the text of `BoardTop` and `MoreCards` (shared/boards/board.lines). */
function* boardLines(columns: VisibleColumns, headJson: string, membersJson: string): Generator<string> {
  yield `${headJson.slice(0, -1)},"columns":[`;
  for (const [index, { state, settings, tasks }] of columns.entries()) {
    yield `${index === 0 ? '' : ','}{"state":"${state}",${fieldsJson(settings)},"count":${tasks.length},"cards":`;
    yield* cardsJson(tasks.slice(0, TOP_CARDS));
    yield '}';
  }
  yield `],"members":${membersJson}}\n`;
  for (const { state, tasks } of columns)
    for (let from = TOP_CARDS; from < tasks.length; from += LINE_CARDS) {
      yield `{"state":"${state}","cards":`;
      yield* cardsJson(tasks.slice(from, from + LINE_CARDS));
      yield '}\n';
    }
}

/** Fields without the braces of their object. */
const fieldsJson = (fields: object) => JSON.stringify(fields).slice(1, -1);

function* cardsJson(tasks: readonly StoredTask[]): Generator<string> {
  yield '[';
  let [from, weight] = [0, 0];
  for (const [at, task] of tasks.entries()) {
    const more = weigh(task);
    if (at > from && weight + more > MAX_PACK_WEIGHT) {
      yield `${packJson(tasks.slice(from, at))},`;
      [from, weight] = [at, 0];
    }
    weight += more;
  }
  yield `${packJson(tasks.slice(from))}]`;
}

/** The packs of these cards, without the brackets of their array. */
function packJson(cards: readonly StoredTask[]): string {
  const [first] = cards;
  if (!first) return '';
  const before = packed.get(first);
  const isSame =
    before?.cards.length === cards.length && cards.every((task, at) => task === before.cards[at]);
  if (isSame) return before.json;
  const json = JSON.stringify(packCards(cards)).slice(1, -1);
  packed.set(first, { cards, json });
  return json;
}

function taskJson(task: StoredTask): string {
  let json = openJson.get(task);
  if (json === undefined) {
    json = JSON.stringify(task).slice(0, -1);
    if (json.length <= MAX_KEPT_JSON) openJson.set(task, json);
  }
  return json;
}
