import { NetworkError } from '#lib/api';
import type { BoardMutation } from './mutations';

interface Queue {
  submit(mutation: BoardMutation, save: DialogSave): void;
}

/**
 * Sends a change whose dialog waits for the answer, and shows why it was refused.
 * @param closing aborted once the dialog has closed: then the queue lists a refusal
 * @returns once it is in the log, or left to the queue
 * @throws ApiError when the server refuses; NetworkError when the session has ended before an answer came
 */
export function saveFromDialog(queue: Queue, mutation: BoardMutation, closing?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    queue.submit(mutation, new DialogSave(closing, resolve, reject));
  });
}

/**
 * The queue's side of it. An open dialog keeps its text, also across a reload: the change is stored only once the dialog
 * has closed, or something comes after it.
 */
export class DialogSave {
  /** Until it is stored. */
  private store: (() => void) | null = null;
  private isLeft = false;

  constructor(
    private readonly closing: AbortSignal | undefined,
    private readonly resolve: () => void,
    private readonly reject: (error: Error) => void,
  ) {
    closing?.addEventListener('abort', () => this.keep());
  }

  sent(store: () => void): void {
    this.store = store;
  }

  keep(): void {
    const { store } = this;
    this.store = null;
    store?.();
  }

  /** The queue takes it on: it reports what becomes of it. */
  leave(): void {
    this.isLeft = true;
    this.keep();
    this.resolve();
  }

  /** @returns whether the dialog is open and says so */
  refuse(error: Error): boolean {
    this.reject(error);
    return !this.isLeft && !this.closing?.aborted;
  }

  /** It has its answer. */
  end(): void {
    this.store = null;
    this.resolve();
  }

  /** The session has ended: the dialog keeps its text for the next one. */
  stop(): void {
    this.store = null;
    this.reject(new NetworkError());
  }
}
