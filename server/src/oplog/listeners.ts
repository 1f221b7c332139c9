/** Listeners to one kind of event, called in the order in which they were added. */
export class Listeners<Event> {
  private readonly all: Array<(event: Event) => void> = [];

  add(listener: (event: Event) => void): void {
    this.all.push(listener);
  }

  notify(event: Event): void {
    for (const listener of this.all) listener(event);
  }
}
