/** Those who hear of something, in the order in which they came. */
export class Listeners<Heard> {
  private readonly all: Array<(heard: Heard) => void> = [];

  add(listener: (heard: Heard) => void): void {
    this.all.push(listener);
  }

  tell(heard: Heard): void {
    for (const listener of this.all) listener(heard);
  }
}
