// The one place that knows the drag library; everything else imports from here.
export type {
  BeforeCapture,
  DraggableChildrenFn,
  DraggableProvided,
  DragStart,
  DragUpdate,
  DroppableProvided,
  DropResult,
  ResponderProvided,
} from 'react-beautiful-dnd';
export { DragDropContext, Draggable, Droppable } from 'react-beautiful-dnd';
