import type { UserEvent } from '@testing-library/user-event';

/**
 * Adds a text to what a field holds, as someone who pastes it, for tests of what becomes of the text: with `type` each
 * letter is a rendering of the page.
 */
export async function paste(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
